package vesper.hosting.scripts;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import org.jspecify.annotations.Nullable;

/**
 * An answer that says whether things went well, and a sentence. As JSON {@code {"result":"OK","message":"…"}}, as XML
 * under the name of the class; what is null is left out. A mutable bean, because scripts fill it in.
 */
@JsonPropertyOrder({"result", "apiErrorCode", "message", "data"})
@JsonInclude(JsonInclude.Include.NON_NULL)
public abstract class ResultResponse {
    public static final String OK = "OK";
    public static final String ERROR = "ERROR";

    private @Nullable String result;
    private @Nullable String message;
    private @Nullable Integer apiErrorCode;
    private @Nullable Object data;

    protected ResultResponse(@Nullable String result, @Nullable String message) {
        this.result = result;
        this.message = message;
    }

    /** {@link #OK} or {@link #ERROR}. */
    public @Nullable String getResult() {
        return result;
    }

    public void setResult(@Nullable String result) {
        this.result = result;
    }

    public @Nullable String getMessage() {
        return message;
    }

    public void setMessage(@Nullable String message) {
        this.message = message;
    }

    /** Which error it was, by the service's own numbering. */
    public @Nullable Integer getApiErrorCode() {
        return apiErrorCode;
    }

    public void setApiErrorCode(@Nullable Integer apiErrorCode) {
        this.apiErrorCode = apiErrorCode;
    }

    /** Whatever else there is to say. */
    public @Nullable Object getData() {
        return data;
    }

    public void setData(@Nullable Object data) {
        this.data = data;
    }
}

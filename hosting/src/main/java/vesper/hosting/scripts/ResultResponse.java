package vesper.hosting.scripts;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import org.jspecify.annotations.Nullable;

/**
 * A response with a result and a message. As JSON it is {@code {"result":"OK","message":"…"}}; in XML the element has
 * the name of the class. Properties that are null are omitted. A mutable bean, because scripts set its properties.
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

    /** Returns {@link #OK} or {@link #ERROR}. */
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

    /** Returns the error code, as defined by the service. */
    public @Nullable Integer getApiErrorCode() {
        return apiErrorCode;
    }

    public void setApiErrorCode(@Nullable Integer apiErrorCode) {
        this.apiErrorCode = apiErrorCode;
    }

    /** Returns any additional data. */
    public @Nullable Object getData() {
        return data;
    }

    public void setData(@Nullable Object data) {
        this.data = data;
    }
}

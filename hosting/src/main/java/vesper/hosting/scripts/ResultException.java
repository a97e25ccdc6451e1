package vesper.hosting.scripts;

import vesper.rest.AnsweringFailure;

/**
 * Thrown by a script to answer with this status and {@code {"result":"ERROR","apiErrorCode":…,"message":…}}.
 *
 * <p>It is an answer, not an accident: it has no stack trace, and nothing is logged.
 */
public abstract class ResultException extends RuntimeException implements AnsweringFailure {
    /** What {@link #getApiErrorCode} is where the script names none. */
    public static final int NO_ERROR_CODE = -1;

    private static final long serialVersionUID = 1;
    private static final int INTERNAL_ERROR = 500;

    private final int httpCode;
    private final int apiErrorCode;

    protected ResultException(String message) {
        this(message, INTERNAL_ERROR);
    }

    protected ResultException(String message, int httpCode) {
        this(message, httpCode, NO_ERROR_CODE);
    }

    /**
     * An answer.
     *
     * @param httpCode 200 to 599
     * @throws IllegalArgumentException if no answer can have this status
     */
    protected ResultException(String message, int httpCode, int apiErrorCode) {
        super(message, null, false, false);
        if (httpCode < 200 || httpCode > 599) throw new IllegalArgumentException("no final status: " + httpCode);
        this.httpCode = httpCode;
        this.apiErrorCode = apiErrorCode;
    }

    public int getHttpCode() {
        return httpCode;
    }

    public int getApiErrorCode() {
        return apiErrorCode;
    }

    @Override
    public final int status() {
        return httpCode;
    }

    /** An empty answer of the class that belongs to this exception, filled in by {@link #body}. */
    protected abstract ResultResponse emptyResponse();

    @Override
    public final ResultResponse body() {
        ResultResponse response = emptyResponse();
        response.setResult(ResultResponse.ERROR);
        response.setApiErrorCode(apiErrorCode);
        response.setMessage(getMessage());
        return response;
    }
}

package vesper.hosting.scripts;

import vesper.rest.AnsweringFailure;

/**
 * Thrown by a script to respond with this status and {@code {"result":"ERROR","apiErrorCode":…,"message":…}}.
 *
 * <p>It is an intended response, so it has no stack trace and is not logged.
 */
public abstract class ResultException extends RuntimeException implements AnsweringFailure {
    /** Value of {@link #getApiErrorCode} if the script sets none. */
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
     * Creates an exception.
     *
     * @param httpCode 200 to 599
     * @throws IllegalArgumentException if a response cannot have this status
     */
    protected ResultException(String message, int httpCode, int apiErrorCode) {
        super(message, null, false, false);
        if (httpCode < 200 || httpCode > 599) throw new IllegalArgumentException("not a final status: " + httpCode);
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

    /** Returns an empty response of the class that corresponds to this exception. {@link #body} sets its properties. */
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

package io.toro.integrate.core.api;

import vesper.hosting.scripts.ResultException;
import vesper.hosting.scripts.ResultResponse;

/** Thrown by a script written for TORO Integrate to respond with an error. */
public class APIException extends ResultException {
    private static final long serialVersionUID = 1;

    /** Responds with status 500. */
    public APIException(String message) {
        super(message);
    }

    public APIException(String message, int httpCode) {
        super(message, httpCode);
    }

    public APIException(String message, int httpCode, int apiErrorCode) {
        super(message, httpCode, apiErrorCode);
    }

    @Override
    protected ResultResponse emptyResponse() {
        return new APIResponse();
    }
}

package io.toro.integrate.core.api;

import org.jspecify.annotations.Nullable;
import vesper.hosting.scripts.ResultResponse;

/** The response of a script written for TORO Integrate. */
public class APIResponse extends ResultResponse {
    /** Creates a response with result {@code OK} and no message. */
    public APIResponse() {
        super(OK, null);
    }

    /** Creates a response with result {@code OK}. */
    public APIResponse(@Nullable String message) {
        super(OK, message);
    }

    /**
     * Creates a response.
     *
     * @param result {@code OK} or {@code ERROR}
     */
    public APIResponse(@Nullable String result, @Nullable String message) {
        super(result, message);
    }
}

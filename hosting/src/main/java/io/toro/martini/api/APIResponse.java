package io.toro.martini.api;

import org.jspecify.annotations.Nullable;
import vesper.hosting.scripts.ResultResponse;

/** The answer of a script written for Martini. */
public class APIResponse extends ResultResponse {
    /** An answer that all is well, and nothing more. */
    public APIResponse() {
        super(OK, null);
    }

    /** An answer that all is well. */
    public APIResponse(@Nullable String message) {
        super(OK, message);
    }

    /**
     * Any answer.
     *
     * @param result {@code OK} or {@code ERROR}
     */
    public APIResponse(@Nullable String result, @Nullable String message) {
        super(result, message);
    }
}

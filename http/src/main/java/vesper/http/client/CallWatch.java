package vesper.http.client;

import org.jspecify.annotations.Nullable;

/** An observer of a client's calls. */
@FunctionalInterface
public interface CallWatch {
    /** Called at the start of a call, on the thread that makes it. Returns null if its end is not of interest. */
    @Nullable
    Ending begins(ClientRequest request);

    /** Notified once, before the caller is. May be called on an event loop, so it must neither block nor throw. */
    @FunctionalInterface
    interface Ending {
        /**
         * Called at the end of the call.
         *
         * @param status status of the response, 0 if the call failed
         * @param failure why the call failed; null if it got a response
         */
        void ended(int status, @Nullable Throwable failure);
    }
}

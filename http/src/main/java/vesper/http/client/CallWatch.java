package vesper.http.client;

import org.jspecify.annotations.Nullable;

/** Told of the calls that a client makes. */
@FunctionalInterface
public interface CallWatch {
    /** A call begins, on the thread that makes it; null where nobody wants to know what comes of it. */
    @Nullable
    Ending begins(ClientRequest request);

    /** Told once, before the caller is. May be called on an event loop, so it must neither wait nor throw. */
    @FunctionalInterface
    interface Ending {
        /**
         * The call has come to its end.
         *
         * @param status of the answer, 0 where there is none
         * @param failure why there is none; null where there is one
         */
        void ended(int status, @Nullable Throwable failure);
    }
}

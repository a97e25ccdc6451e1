package vesper.documents;

import java.time.Duration;

/** The time limit of one request for all its waits. Belongs to one thread, unless stated otherwise. */
interface RequestDeadline {
    /** Returns the time at which the request started, as of {@link System#nanoTime}. */
    long startedNanos();

    /** @return how long to wait before asking again; 0 or less if the time is over */
    long remainingNanos();

    /** Returns this limit, counting from now at the latest. */
    default RequestDeadline started() {
        return this;
    }

    /**
     * Returns a limit that starts to count only when a request has to wait and calls {@link #started}. For all other
     * requests, which are nearly all, it costs nothing. Thread-safe.
     */
    static RequestDeadline startingLater(Duration longest) {
        return new RequestDeadline() {
            @Override
            public long startedNanos() {
                return System.nanoTime();
            }

            @Override
            public long remainingNanos() {
                return longest.toNanos();
            }

            @Override
            public RequestDeadline started() {
                return of(longest);
            }
        };
    }

    /** Returns a limit that counts from its first use. */
    static RequestDeadline of(Duration longest) {
        return new RequestDeadline() {
            private boolean isBegun;
            private long begun;

            @Override
            public long startedNanos() {
                if (!isBegun) begun = System.nanoTime();
                isBegun = true;
                return begun;
            }

            @Override
            public long remainingNanos() {
                return startedNanos() + longest.toNanos() - System.nanoTime();
            }
        };
    }
}

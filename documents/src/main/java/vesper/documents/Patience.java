package vesper.documents;

import java.time.Duration;

/** The time limit of one request for all its waits. Belongs to one thread, unless stated otherwise. */
interface Patience {
    /** Returns the time at which the request started, as of {@link System#nanoTime}. */
    long begunNanos();

    /** @return how long to wait before asking again; 0 or less if the time is over */
    long leftNanos();

    /** Returns this limit, counting from now at the latest. */
    default Patience begun() {
        return this;
    }

    /**
     * Returns a limit that starts to count only when a request has to wait and calls {@link #begun}. For all other
     * requests, which are nearly all, it costs nothing. Thread-safe.
     */
    static Patience onceBegun(Duration longest) {
        return new Patience() {
            @Override
            public long begunNanos() {
                return System.nanoTime();
            }

            @Override
            public long leftNanos() {
                return longest.toNanos();
            }

            @Override
            public Patience begun() {
                return of(longest);
            }
        };
    }

    /** Returns a limit that counts from its first use. */
    static Patience of(Duration longest) {
        return new Patience() {
            private boolean isBegun;
            private long begun;

            @Override
            public long begunNanos() {
                if (!isBegun) begun = System.nanoTime();
                isBegun = true;
                return begun;
            }

            @Override
            public long leftNanos() {
                return begunNanos() + longest.toNanos() - System.nanoTime();
            }
        };
    }
}

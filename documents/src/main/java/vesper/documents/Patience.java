package vesper.documents;

import java.time.Duration;

/** How long one request waits for others, from when it entered, whatever it has to wait for. Belongs to one thread, where nothing else is said. */
interface Patience {
    /** When it began; see {@link System#nanoTime}. */
    long begunNanos();

    /** @return how long to wait before this is asked again; 0 or less where it is over */
    long leftNanos();

    /** The same, which goes on from now at the latest. */
    default Patience begun() {
        return this;
    }

    /**
     * So long for each that has to wait and then {@link #begun begins}; for all others, which are nearly all, it costs nothing.
     * Any thread.
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

    /** So long from when it is asked for the first time. */
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

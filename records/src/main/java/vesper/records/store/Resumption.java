package vesper.records.store;

import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import vesper.journal.DamagedSegmentException;
import vesper.journal.Journal;

/**
 * Resumes a journal that has stopped after a failed sync. The first attempt follows after a second; the delay then
 * doubles up to a minute. One thread makes the attempts; any thread may read the state.
 */
final class Resumption {
    private static final Logger LOG = LoggerFactory.getLogger(Resumption.class);
    static final Duration FIRST = Duration.ofSeconds(1);
    static final Duration LONGEST = Duration.ofMinutes(1);

    /** The part of a journal that this class uses. */
    interface Stoppable {
        /** Returns why the journal accepts no entries, or null if it does. */
        @Nullable
        Throwable failure();

        /** @see Journal#resume */
        boolean resume() throws IOException;
    }

    private final String name;
    private final Stoppable journal;
    private boolean isStopped;
    private long waitNanos;
    private long nextAtNanos;
    /** The reason why no further attempt is made, or null. */
    private volatile @Nullable String hopeless;

    Resumption(String name, Stoppable journal) {
        this.name = name;
        this.journal = journal;
    }

    static Resumption of(String name, Journal journal) {
        return new Resumption(name, new Stoppable() {
            @Override
            public @Nullable Throwable failure() {
                return journal.failure().orElse(null);
            }

            @Override
            public boolean resume() throws IOException {
                return journal.resume();
            }
        });
    }

    /** Attempts to resume the journal if an attempt is due. */
    void resumeIfDue(long nowNanos) {
        Throwable why = journal.failure();
        if (why == null || hopeless != null) return;
        if (!isStopped) stopped(why, nowNanos);
        if (nowNanos - nextAtNanos < 0) return;
        try {
            if (!journal.resume()) return;
            isStopped = false;
            LOG.warn("{} takes records again", name);
        } catch (DamagedSegmentException damaged) {
            hopeless = damaged.getMessage();
            LOG.error("{} takes no more records until the server is started again: {}", name, hopeless);
        } catch (IOException still) {
            LOG.info("{} takes no records yet: {}", name, still.getMessage());
            wait(nowNanos, Math.min(2 * waitNanos, LONGEST.toNanos()));
        }
    }

    private void stopped(Throwable why, long nowNanos) {
        isStopped = true;
        LOG.error("{} takes no more records until its disk takes writes again", name, why);
        wait(nowNanos, FIRST.toNanos());
    }

    private void wait(long nowNanos, long nanos) {
        waitNanos = nanos;
        nextAtNanos = nowNanos + nanos;
    }

    /** Describes the problem, or returns empty while the journal accepts records. */
    Optional<String> trouble() {
        Throwable why = journal.failure();
        if (why == null) return Optional.empty();
        String until = hopeless == null
                ? "its disk takes writes again, which is tried once a minute at least: "
                : "the server is started again: ";
        return Optional.of(name + " takes no more records until " + until + why);
    }
}

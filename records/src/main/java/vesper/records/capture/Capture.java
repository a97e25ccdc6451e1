package vesper.records.capture;

import java.security.SecureRandom;
import java.time.Clock;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Function;
import java.util.function.IntFunction;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import vesper.http.Exchange;
import vesper.http.ExchangeListener;
import vesper.http.Request;
import vesper.journal.Journal;
import vesper.records.Tracking;
import vesper.records.Transaction;

/**
 * Keeps exchanges that rules want: told of each by the server ({@link #onEventLoop}), after a {@link Recorder} noted what
 * was answered. Rules may change at any time; without any, each exchange costs a null check.
 */
public final class Capture implements ExchangeListener, Tracking {
    private static final Logger LOG = LoggerFactory.getLogger(Capture.class);
    private static final long COMPLAIN_EVERY_NANOS = 10_000_000_000L;

    private final IntFunction<Journal> journals;
    private final Routes routes;
    private final Clock clock;
    private final Function<Object, byte[]> json;
    private final RandomGenerator random = new SecureRandom();
    private final RecordIds ids = new RecordIds(random);
    private final LongAdder kept = new LongAdder();
    private final AtomicLong lost = new AtomicLong();
    private final AtomicLong complainedAt = new AtomicLong();
    private int loops;
    private volatile @Nullable RecordingRules rules;
    final TapBudget taps;

    /**
     * @param journals of each event loop, counted from 0; asked when there is something to be written first
     * @param json makes JSON of what code gives as a payload
     * @param tapBytes how much memory contents may take together that are kept while they pass by
     */
    public Capture(
            IntFunction<Journal> journals, Routes routes, Clock clock, Function<Object, byte[]> json, long tapBytes) {
        this.journals = journals;
        this.routes = routes;
        this.clock = clock;
        this.json = json;
        this.taps = new TapBudget(tapBytes, RecordingRules.MOST_BODY_BYTES);
    }

    /** From now on these decide; null for none. */
    public void decideBy(@Nullable RecordingRules changed) {
        rules = changed;
    }

    @Nullable
    RecordingRules rules() {
        return rules;
    }

    @Override
    public synchronized ExchangeListener onEventLoop() {
        return new LoopCapture(this, loops++, new RecordIds(random), routes);
    }

    /** How many event loops there are. */
    public synchronized int loops() {
        return loops;
    }

    Journal journal(int loop) {
        return journals.apply(loop);
    }

    @Override
    public void finished(Exchange exchange) {
        throw new IllegalStateException("each event loop has a listener of its own");
    }

    /** Exchanges that were kept since the start. */
    public long keptCount() {
        return kept.sum();
    }

    /** Exchanges that a rule wanted and that could not be kept, since a disk was full or failed. */
    public long lostCount() {
        return lost.get();
    }

    void kept() {
        kept.increment();
    }

    void lost(Exception why) {
        long count = lost.incrementAndGet();
        long now = System.nanoTime();
        long before = complainedAt.get();
        boolean isTime = count == 1 || now - before >= COMPLAIN_EVERY_NANOS;
        if (isTime && complainedAt.compareAndSet(before, now))
            LOG.error("{} exchanges could not be recorded", count, why);
    }

    @Override
    public Optional<Transaction> transaction(Request request) {
        RecordingRules now = rules;
        if (now == null || !now.mayTrack(request)) return Optional.empty();
        RunningTransaction begun = new RunningTransaction(nextId(), clock, json);
        request.note(begun);
        return Optional.of(begun);
    }

    private synchronized UUID nextId() {
        return new UUID(ids.high(clock.millis()), ids.nextLow());
    }
}

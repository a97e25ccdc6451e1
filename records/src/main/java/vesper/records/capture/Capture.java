package vesper.records.capture;

import java.security.SecureRandom;
import java.time.Clock;
import java.util.List;
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
import vesper.http.HeldBytes;
import vesper.http.Request;
import vesper.journal.Journal;
import vesper.records.OpenTransaction;
import vesper.records.Tracker;
import vesper.records.Tracking;
import vesper.records.Transaction;

/**
 * Records the exchanges that rules select. The server reports each exchange to the listener of its event loop
 * ({@link #onEventLoop}); by then a {@link Recorder} has kept the response. Rules may change at any time. Without
 * rules, an exchange costs one null check.
 */
public final class Capture implements ExchangeListener, Tracking {
    private static final Logger LOG = LoggerFactory.getLogger(Capture.class);
    /** Loop number for rows that no event loop writes. */
    public static final int OTHERS = -1;

    private static final long COMPLAIN_EVERY_NANOS = 10_000_000_000L;

    private final IntFunction<Journal> journals;
    private final Routes routes;
    private final Clock clock;
    private final AdditionFactory factory;
    private final RandomGenerator random = new SecureRandom();
    private final RecordIds ids = new RecordIds(random);
    private final LongAdder kept = new LongAdder();
    private final AtomicLong lost = new AtomicLong();
    private final AtomicLong complainedAt = new AtomicLong();
    private final AddedRows additions;
    /** Records in-process requests, one at a time. */
    private final LoopCapture inProcess;

    private int loops;
    private volatile @Nullable RecordingRules rules;
    final HeldBytes taps;

    /**
     * @param journals returns the journal of an event loop, counted from 0, or of {@link #OTHERS}; called at the first
     *     write
     * @param json converts a payload that code adds to JSON
     * @param tapBytes memory limit for content that is retained while it streams past, over all exchanges
     */
    public Capture(
            IntFunction<Journal> journals, Routes routes, Clock clock, Function<Object, byte[]> json, long tapBytes) {
        this.journals = journals;
        this.routes = routes;
        this.clock = clock;
        this.factory = new AdditionFactory(clock, json);
        this.additions = new AddedRows(this);
        this.inProcess = new LoopCapture(this, OTHERS, new RecordIds(random), routes);
        this.taps = new HeldBytes(tapBytes);
    }

    /** Replaces the rules; null turns recording off. */
    public void setRules(@Nullable RecordingRules changed) {
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

    /** Returns the number of event loops. */
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

    /** Returns the number of exchanges recorded since the start. */
    public long keptCount() {
        return kept.sum();
    }

    /**
     * Returns the number of exchanges that a rule selected but that could not be recorded, for example because a disk
     * was full or failed.
     */
    public long lostCount() {
        return lost.get();
    }

    void kept() {
        kept.increment();
    }

    void lost(Throwable why) {
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
        RunningTransaction begun = new RunningTransaction(nextId(), factory, this);
        begun.attachTo(request);
        return Optional.of(begun);
    }

    @Override
    public void failed(Request request, Throwable why) {
        transaction(request).ifPresent(running -> running.log(AdditionFactory.failure(why)));
    }

    @Override
    public OpenTransaction begin(@Nullable String type) {
        RecordingRules now = rules;
        if (now == null || !now.tracks()) return Tracker.none();
        StandaloneTransaction begun = new StandaloneTransaction(nextId(), type, factory, additions, clock);
        Optional<Transaction> around = Request.current().flatMap(this::transactionOf);
        around.ifPresent(request -> {
            begun.link("part-of", request.id());
            request.link("began", begun.id());
        });
        return begun;
    }

    /** Returns the transaction of a request that is still being handled. */
    private Optional<Transaction> transactionOf(Request request) {
        Tracking tracking = request.get(Tracking.SLOT);
        return tracking == null ? Optional.empty() : tracking.transaction(request);
    }

    /** Adds a link to a transaction, which may have ended already. */
    public void link(UUID id, String relation, String otherId) {
        additions.write(
                id, AddedRows.KnownProperties.NOTHING, clock.millis(), List.of(factory.link(relation, otherId)));
    }

    /** Records an exchange that did not arrive over a connection. */
    void keepInProcess(Exchange exchange) {
        synchronized (inProcess) {
            inProcess.finished(exchange);
        }
    }

    private synchronized UUID nextId() {
        return new UUID(ids.high(clock.millis()), ids.nextLow());
    }
}

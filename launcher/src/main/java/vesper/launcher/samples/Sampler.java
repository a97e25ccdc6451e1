package vesper.launcher.samples;

import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import vesper.http.Request;
import vesper.launcher.metrics.RequestMetrics;
import vesper.records.store.StoreStatus;
import vesper.rest.SseEmitter;

/** Takes a {@link Sample} each second, keeps those of the last 15 minutes, and streams them to clients. */
public final class Sampler implements AutoCloseable {
    public static final Duration EVERY = Duration.ofSeconds(1);
    public static final int MOST_MINUTES = SampleRing.MOST / 60;

    private static final Logger LOG = LoggerFactory.getLogger(Sampler.class);
    /** Minimum time between two samples. After a pause of the process, two tasks may be due at once. */
    private static final long LEAST_NANOS = EVERY.toNanos() / 2;

    private final Supplier<MetricReading> source;
    private final SampleRing ring = new SampleRing();
    private final LiveSamples live = new LiveSamples();
    private final ScheduledExecutorService thread = Executors.newSingleThreadScheduledExecutor(
            Thread.ofPlatform().daemon().name("samples").factory());
    /** Used only by the sampling thread. */
    private @Nullable MetricReading last;

    Sampler(Supplier<MetricReading> source) {
        this.source = source;
    }

    /**
     * Creates the sampler of a server.
     *
     * @param metrics empty if exchanges are not counted
     * @param connections number of open connections
     * @param running exchanges in flight
     */
    public static Sampler of(
            Optional<RequestMetrics> metrics,
            LongSupplier connections,
            LongSupplier running,
            Supplier<StoreStatus> records,
            InstantSource clock) {
        Supplier<ProcessReading> process = ProcessReading.ofThisProcess();
        return new Sampler(() -> {
            StoreStatus pending = records.get();
            return new MetricReading(
                    clock.millis(),
                    System.nanoTime(),
                    metrics.map(RequestMetrics::totals).orElse(null),
                    process.get(),
                    connections.getAsLong(),
                    running.getAsLong(),
                    pending.pending(),
                    pending.lagMillis());
        });
    }

    /** Starts sampling. The first sample is taken after two seconds. */
    public void start() {
        long millis = EVERY.toMillis();
        var _ = thread.scheduleAtFixedRate(this::sampleOrLog, millis, millis, TimeUnit.MILLISECONDS);
    }

    /** Takes a sample and logs any exception: a scheduled task that throws is not called again. */
    private void sampleOrLog() {
        try {
            sample();
        } catch (RuntimeException e) {
            LOG.error("the state of the server could not be sampled", e);
        }
    }

    void sample() {
        MetricReading now = source.get();
        MetricReading before = last;
        if (before != null && now.nanos() - before.nanos() < LEAST_NANOS) return;
        last = now;
        if (before == null) return;
        Sample sample = Sample.between(before, now);
        ring.add(sample);
        live.send(sample);
    }

    /** Returns the samples of the last minutes, oldest first. */
    public List<Sample> history(int minutes) {
        return ring.newest(minutes * 60);
    }

    /**
     * Streams new samples until the request is over.
     *
     * @throws vesper.rest.ProblemException with status 503 if there are too many streams
     */
    public SseEmitter follow(Request request) {
        return live.follow(request);
    }

    @Override
    public void close() {
        thread.shutdownNow();
    }
}

package vesper.launcher.server;

import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.IntSupplier;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import vesper.http.RunningHandler;
import vesper.launcher.logging.LogSetup;

/**
 * Turns SIGTERM and SIGINT into an orderly stop that ends with exit code 0, and a second one into an end at once. A
 * stop that takes longer than {@code http.drain.delay}, {@code http.drain} and {@link #MARGIN} is cut and ends with exit
 * code 1.
 *
 * <p>The first signal makes the JVM run shutdown hooks, of which this is one: it requests the stop and waits until the
 * serving thread is done with it. Left alone the JVM would then exit with 143, hence the halt. It also ignores further
 * signals while hooks run, so the hook puts handlers of its own in their place first. They are set by reflection, since
 * the compiler warns of {@code sun.misc.Signal} in a way that nothing silences, and there is no other way to a signal.
 */
final class ProcessStop implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(ProcessStop.class);
    private static final int SIGNAL_EXIT_BASE = 128;
    private static final int CUT_EXIT = 1;
    /** Closing what is idle takes milliseconds; longer than this only what a handler or a package holds up takes. */
    private static final Duration MARGIN = Duration.ofSeconds(2);
    /** For the last lines of the log: whoever should read them may not. */
    private static final Duration LAST_LINES = Duration.ofSeconds(1);

    private static final int FRAMES_TOLD = 12;
    private static final int HANDLERS_TOLD = 8;

    private final StopSignal stop;
    private final Duration drain;
    private final Duration atMost;
    private final Thread serving = Thread.currentThread();
    private volatile IntSupplier requestsInFlight = () -> 0;
    private volatile Supplier<List<RunningHandler>> running = List::of;
    private volatile BooleanSupplier hooksWait = () -> false;
    private volatile Duration hookTime = Duration.ZERO;
    private boolean begun;
    private final CountDownLatch stopped = new CountDownLatch(1);
    private final Thread hook = new Thread(this::stopOrderly, "stop");

    private ProcessStop(StopSignal stop, Duration delay, Duration drain) {
        this.stop = stop;
        this.drain = drain;
        this.atMost = delay.plus(drain).plus(MARGIN);
    }

    /**
     * Watches until closed, if the signal is to come from the process. Closing says that everything has stopped; the
     * calling thread is the one that does it.
     *
     * @param delay how long nothing is stopped yet
     * @param drain how long requests in flight may take
     */
    static ProcessStop watch(StopSignal stop, Duration delay, Duration drain) {
        ProcessStop watching = new ProcessStop(stop, delay, drain);
        if (stop.isOfProcess()) watching.watchTheProcess();
        return watching;
    }

    private void watchTheProcess() {
        try {
            Runtime.getRuntime().addShutdownHook(hook);
        } catch (IllegalStateException alreadyEnding) {
            stop.request();
        }
    }

    /** From now on, who cuts the stop can say how many requests went with it, and which handlers ran. */
    void countsRequestsBy(IntSupplier inFlight, Supplier<List<RunningHandler>> handlers) {
        requestsInFlight = inFlight;
        running = handlers;
    }

    /** Where packages have stop hooks, a stop may take this much longer. */
    void waitsForHooks(BooleanSupplier thereAre, Duration longest) {
        hookTime = longest;
        hooksWait = thereAre;
    }

    /** The stop begins; the serving thread tells. Who looks at the log sees what it waits for. */
    void begin() {
        begun = true;
        int calls = requestsInFlight.getAsInt();
        LOG.info("stopping: {} running, up to {}", calls == 1 ? "1 call" : calls + " calls", text(drain));
    }

    private static String text(Duration time) {
        return time.toMillis() % 1000 == 0 ? time.toSeconds() + " s" : time.toMillis() + " ms";
    }

    private void stopOrderly() {
        haltOn("TERM", 15);
        haltOn("INT", 2);
        stop.request();
        boolean orderly = hasStoppedInTime();
        if (!orderly) tellWhatIsCut();
        writeLastLines();
        Runtime.getRuntime().halt(orderly ? 0 : CUT_EXIT);
    }

    private boolean hasStoppedInTime() {
        try {
            boolean inTime = stopped.await(atMost.toNanos(), TimeUnit.NANOSECONDS);
            return inTime || (hooksWait.getAsBoolean() && stopped.await(hookTime.toNanos(), TimeUnit.NANOSECONDS));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    /** Handlers that run are most often why; only where none does, it is what the stop itself waits for. */
    private void tellWhatIsCut() {
        List<RunningHandler> handlers = running.get();
        StringBuilder where = new StringBuilder();
        handlers.stream()
                .limit(HANDLERS_TOLD)
                .forEach(handler -> where.append("\n  ")
                        .append(handler.name())
                        .append(" runs")
                        .append(handler.place()));
        if (handlers.size() > HANDLERS_TOLD) {
            where.append("\n  and ").append(handlers.size() - HANDLERS_TOLD).append(" more handlers");
        }
        if (handlers.isEmpty()) appendPlaceOfStop(where);
        LOG.error(
                "the stop is not done after {} ms (http.drain.delay, http.drain and {} ms more) and is cut, and with it"
                        + " requests in flight: {}{}",
                atMost.toMillis(),
                MARGIN.toMillis(),
                requestsInFlight.getAsInt(),
                where);
    }

    private void appendPlaceOfStop(StringBuilder where) {
        StackTraceElement[] stack = serving.getStackTrace();
        where.append("\n  no handler runs; the stop is");
        for (int i = 0; i < Math.min(stack.length, FRAMES_TOLD); i++) {
            where.append("\n    at ").append(stack[i]);
        }
    }

    /** A standard error that nobody reads holds up whoever writes to it. */
    private static void writeLastLines() {
        Thread writer = Thread.ofPlatform().daemon().name("last lines").start(LogSetup::flush);
        try {
            writer.join(LAST_LINES);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static void haltOn(String signalName, int number) {
        try {
            Class<?> signal = Class.forName("sun.misc.Signal");
            Class<?> handler = Class.forName("sun.misc.SignalHandler");
            Object halting = Proxy.newProxyInstance(handler.getClassLoader(), new Class<?>[] {handler}, (_, _, _) -> {
                Runtime.getRuntime().halt(SIGNAL_EXIT_BASE + number);
                return null;
            });
            signal.getMethod("handle", signal, handler)
                    .invoke(null, signal.getConstructor(String.class).newInstance(signalName), halting);
        } catch (ReflectiveOperationException | IllegalArgumentException e) {
            // A JVM that keeps its signals to itself (-Xrs): the second one is not heard, the orderly stop goes on.
            LOG.debug("signal {} is not ours", signalName, e);
        }
    }

    @Override
    public void close() {
        if (begun) LOG.info("stopped");
        stopped.countDown();
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException e) {
            LOG.trace("the hook is what stops us, and it goes on now", e);
        }
    }
}

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
 * Turns the first SIGTERM or SIGINT into an orderly stop with exit code 0, and a second one into an immediate exit. A
 * stop that takes longer than {@code http.drain.delay}, {@code http.drain} and {@link #MARGIN} together is cut and has
 * exit code 1.
 *
 * <p>The first signal makes the JVM run its shutdown hooks, one of which is installed here. The hook requests the stop
 * and waits until the serving thread has completed it. It then halts the JVM, which would otherwise exit with 143.
 * While hooks run, the JVM ignores further signals, so the hook first installs its own signal handlers. It does so by
 * reflection: the compiler's warning about {@code sun.misc.Signal} cannot be suppressed, and there is no other API for
 * signals.
 */
final class ProcessStop implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(ProcessStop.class);
    private static final int SIGNAL_EXIT_BASE = 128;
    private static final int CUT_EXIT = 1;
    /**
     * Closing idle parts takes milliseconds. A stop takes longer than this only if a handler or a package blocks it.
     */
    private static final Duration MARGIN = Duration.ofSeconds(2);
    /**
     * Time limit for writing the last lines of the log, since the reader of standard error may have stopped reading.
     */
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
    private boolean started;
    private final CountDownLatch stopped = new CountDownLatch(1);
    private final Thread hook = new Thread(this::stopOrderly, "stop");

    private ProcessStop(StopSignal stop, Duration delay, Duration drain) {
        this.stop = stop;
        this.drain = drain;
        this.atMost = delay.plus(drain).plus(MARGIN);
    }

    /**
     * Watches for signals until closed, if the stop signal comes from the process. The calling thread must be the
     * serving thread, and closes this when everything has stopped.
     *
     * @param delay how long the server continues to serve after the signal
     * @param drain time limit for requests in flight
     */
    static ProcessStop watch(StopSignal stop, Duration delay, Duration drain) {
        ProcessStop watching = new ProcessStop(stop, delay, drain);
        if (stop.isOfProcess()) watching.watchProcess();
        return watching;
    }

    private void watchProcess() {
        try {
            Runtime.getRuntime().addShutdownHook(hook);
        } catch (IllegalStateException alreadyEnding) {
            stop.request();
        }
    }

    /** Sets the sources for the report on a stop that is cut: the requests in flight and the running handlers. */
    void setRequestSources(IntSupplier inFlight, Supplier<List<RunningHandler>> handlers) {
        requestsInFlight = inFlight;
        running = handlers;
    }

    /** Extends the time limit by {@code longest} while packages have stop hooks. */
    void setHookTimeLimit(BooleanSupplier thereAre, Duration longest) {
        hookTime = longest;
        hooksWait = thereAre;
    }

    /** Logs that the stop starts, and what it waits for. Called by the serving thread. */
    void start() {
        started = true;
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
        boolean orderly = awaitStopped();
        if (!orderly) logAborted();
        writeLastLines();
        Runtime.getRuntime().halt(orderly ? 0 : CUT_EXIT);
    }

    private boolean awaitStopped() {
        try {
            boolean inTime = stopped.await(atMost.toNanos(), TimeUnit.NANOSECONDS);
            return inTime || (hooksWait.getAsBoolean() && stopped.await(hookTime.toNanos(), TimeUnit.NANOSECONDS));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    /**
     * Logs what the cut aborts. Running handlers are the usual cause; without any, logs where the serving thread is.
     */
    private void logAborted() {
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
                "the stop did not complete within {} ms (http.drain.delay, http.drain and {} ms more) and is aborted, with these"
                        + " requests in flight: {}{}",
                atMost.toMillis(),
                MARGIN.toMillis(),
                requestsInFlight.getAsInt(),
                where);
    }

    private void appendPlaceOfStop(StringBuilder where) {
        StackTraceElement[] stack = serving.getStackTrace();
        where.append("\n  no handler is running; the stop is");
        for (int i = 0; i < Math.min(stack.length, FRAMES_TOLD); i++) {
            where.append("\n    at ").append(stack[i]);
        }
    }

    /** Writes the waiting log lines on another thread, since a standard error that is not read blocks its writers. */
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
            // The JVM does not allow signal handlers (-Xrs). A second signal has no effect then, and the orderly stop
            // continues.
            LOG.debug("signal {} cannot be handled", signalName, e);
        }
    }

    @Override
    public void close() {
        if (started) LOG.info("stopped");
        stopped.countDown();
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException e) {
            LOG.trace("the shutdown hook stops the server", e);
        }
    }
}

package vesper.launcher.server;

import java.lang.reflect.Proxy;
import java.util.concurrent.CountDownLatch;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import vesper.launcher.logging.LogSetup;

/**
 * Turns SIGTERM and SIGINT into an orderly stop that ends with exit code 0, and a second one into an end at once.
 *
 * <p>The first signal makes the JVM run shutdown hooks, of which this is one: it requests the stop and waits until the
 * serving thread is done with it. Left alone the JVM would then exit with 143, hence the halt. It also ignores further
 * signals while hooks run, so the hook puts handlers of its own in their place first. They are set by reflection, since
 * the compiler warns of {@code sun.misc.Signal} in a way that nothing silences, and there is no other way to a signal.
 */
final class ProcessStop implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(ProcessStop.class);
    private static final int SIGNAL_EXIT_BASE = 128;

    private final StopSignal stop;
    private final CountDownLatch stopped = new CountDownLatch(1);
    private final Thread hook = new Thread(this::stopOrderly, "stop");

    private ProcessStop(StopSignal stop) {
        this.stop = stop;
    }

    /** Watches until closed, if the signal is to come from the process. Closing says that everything has stopped. */
    static ProcessStop watch(StopSignal stop) {
        ProcessStop watching = new ProcessStop(stop);
        if (stop.isOfProcess()) Runtime.getRuntime().addShutdownHook(watching.hook);
        return watching;
    }

    private void stopOrderly() {
        haltOn("TERM", 15);
        haltOn("INT", 2);
        stop.request();
        try {
            stopped.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        LogSetup.flush();
        Runtime.getRuntime().halt(0);
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
        stopped.countDown();
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException e) {
            LOG.trace("the hook is what stops us, and it goes on now", e);
        }
    }
}

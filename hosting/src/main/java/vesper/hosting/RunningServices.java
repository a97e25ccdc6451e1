package vesper.hosting;

import java.lang.reflect.Method;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import vesper.rest.CallsInFlight;

/**
 * The services of a generation while they serve.
 *
 * <p>One thread at a time makes and stops them. A stop never fails: what goes wrong with it is logged, and the next
 * hook is called.
 */
final class RunningServices {
    private static final Logger LOG = LoggerFactory.getLogger(RunningServices.class);

    private final String packageName;
    private final PackageClassLoader classes;
    private final Duration hookTime;
    /**
     * In the order in which their services were made; replaced as a whole, since any thread asks whether there are any.
     */
    private volatile List<StopHook> stopHooks = List.of();

    private final CallsInFlight calls = new CallsInFlight();

    private record StopHook(Object service, Method method) {}

    RunningServices(String packageName, PackageClassLoader classes, Duration hookTime) {
        this.packageName = packageName;
        this.classes = classes;
        this.hookTime = hookTime;
    }

    /**
     * Makes a service and calls its start hooks. From then on it is stopped with the others.
     *
     * @throws NotStartedException if its constructor or a hook throws, or takes too long
     */
    Object make(Class<?> type, ServiceConstruction construction) throws NotStartedException {
        ServiceHooks hooks = hooksOf(type);
        Object service = construction.make(type, classes, hookTime);
        try {
            for (Method hook : hooks.starting()) {
                Step.call(
                        ServiceHooks.nameOf(hook) + " (@PostConstruct)",
                        classes,
                        hookTime,
                        ServiceHooks.call(hook, service));
            }
        } catch (StepFailedException e) {
            throw new NotStartedException(String.valueOf(e.getMessage()), e.getCause());
        }
        List<StopHook> all = new ArrayList<>(stopHooks);
        // The whole list is called backwards.
        hooks.stopping().reversed().forEach(hook -> all.add(new StopHook(service, hook)));
        stopHooks = List.copyOf(all);
        return service;
    }

    /** Annotations may name constants of the package's own classes, which are initialized for it. */
    private ServiceHooks hooksOf(Class<?> type) throws NotStartedException {
        try {
            return Objects.requireNonNull(Step.call(
                    "looking for hooks of " + type.getName(), classes, hookTime, () -> ServiceHooks.of(type)));
        } catch (StepFailedException e) {
            if (e.getCause() instanceof NotStartedException reason) throw reason;
            throw new NotStartedException(String.valueOf(e.getMessage()), e.getCause());
        }
    }

    boolean hasStopHooks() {
        return !stopHooks.isEmpty();
    }

    /** What these services are answering; who adds routes has their calls counted here if there are stop hooks. */
    CallsInFlight calls() {
        return calls;
    }

    /** Ends the streams of events, whose clients come back to what has taken the place of these services. */
    void endStreams() {
        calls.endStreams();
    }

    /** Whether a stop has nothing to wait for and nothing to call. */
    boolean isQuiet() {
        return stopHooks.isEmpty() && calls.isNone();
    }

    /**
     * Ends the streams of events, waits until the services answer nothing any more, then calls their stop hooks, the
     * last made first. Each of the two takes the hook time at most.
     */
    void stop() {
        awaitCalls(hookTime);
        callStopHooks(System.nanoTime() + hookTime.toNanos());
    }

    /**
     * As {@link #stop}, within this time: what is being answered is waited for as long as half of it, hooks have the
     * rest.
     */
    void end(Duration longest) {
        long deadline = System.nanoTime() + longest.toNanos();
        awaitCalls(longest.dividedBy(2));
        callStopHooks(deadline);
    }

    private void awaitCalls(Duration longest) {
        calls.endStreams();
        if (calls.awaitNone(longest)) return;
        LOG.warn(
                "{}: requests are still being answered after {} ms; its services are stopped now",
                packageName,
                longest.toMillis());
    }

    private void callStopHooks(long deadline) {
        for (StopHook hook : stopHooks.reversed()) {
            callBefore(deadline, hook);
        }
        stopHooks = List.of();
    }

    private void callBefore(long deadline, StopHook hook) {
        Duration left = Duration.ofNanos(Math.max(1_000_000, deadline - System.nanoTime()));
        try {
            String name = ServiceHooks.nameOf(hook.method());
            Step.call(name, classes, left, ServiceHooks.call(hook.method(), hook.service()));
        } catch (StepFailedException e) {
            LOG.warn("{}: a service did not stop as it should: {}", packageName, e.getMessage(), e.getCause());
        } catch (VirtualMachineError e) {
            // Whatever ails the machine: it is about to lose these services, and the other hooks are owed their call.
            LOG.error("{}: a service did not stop as it should", packageName, e);
        }
    }
}

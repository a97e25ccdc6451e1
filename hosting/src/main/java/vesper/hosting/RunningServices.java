package vesper.hosting;

import java.lang.reflect.Method;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import vesper.hosting.kinds.Parts.Activity;
import vesper.rest.CallsInFlight;

/**
 * The services of a generation while they serve.
 *
 * <p>One thread at a time creates and stops them. Stopping never fails: an error is logged, and the next hook is
 * called.
 */
final class RunningServices {
    private static final Logger LOG = LoggerFactory.getLogger(RunningServices.class);

    private final String packageName;
    private final PackageClassLoader classes;
    private final Duration hookTime;
    /**
     * In the order in which the services were created. Replaced as a whole, because any thread may check whether there
     * are hooks.
     */
    private volatile List<StopHook> stopHooks = List.of();

    private final CallsInFlight calls = new CallsInFlight();
    /** In the order in which they were started. */
    private volatile List<Activity> activities = List.of();

    private volatile HealthChecks health = HealthChecks.NONE;
    /** The services of other packages whose objects these ones use. */
    private List<RunningServices> used = List.of();
    /** Number of services that use objects of these ones. */
    private int users;
    /** True if these services are to stop when the last user has. */
    private boolean stopsLater;

    private record StopHook(Object service, Method method) {}

    RunningServices(String packageName, PackageClassLoader classes, Duration hookTime) {
        this.packageName = packageName;
        this.classes = classes;
        this.hookTime = hookTime;
    }

    /**
     * Creates a service and calls its start hooks. From then on it is stopped together with the others.
     *
     * @throws NotStartedException if its constructor or a hook throws or takes too long
     */
    Object create(Class<?> type, ServiceConstruction construction) throws NotStartedException {
        ServiceHooks hooks = hooksOf(type);
        Object service = construction.create(type, classes, hookTime);
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
        // Added in reverse, because the complete list is called in reverse.
        hooks.stopping().reversed().forEach(hook -> all.add(new StopHook(service, hook)));
        stopHooks = List.copyOf(all);
        return service;
    }

    /** Reading annotations may initialize classes of the package whose constants they use. */
    private ServiceHooks hooksOf(Class<?> type) throws NotStartedException {
        try {
            return Objects.requireNonNull(Step.call(
                    "searching for hooks of " + type.getName(), classes, hookTime, () -> ServiceHooks.of(type)));
        } catch (StepFailedException e) {
            if (e.getCause() instanceof NotStartedException reason) throw reason;
            throw new NotStartedException(String.valueOf(e.getMessage()), e.getCause());
        }
    }

    /** Keeps the objects of other services until these ones have stopped. */
    void use(List<RunningServices> others) {
        used = List.copyOf(others);
        used.forEach(RunningServices::addUser);
    }

    private synchronized void addUser() {
        users++;
    }

    private void removeUser() {
        if (isLastOfStopping()) stop();
    }

    private synchronized boolean isLastOfStopping() {
        users--;
        return users == 0 && stopsLater;
    }

    /** Returns whether the calls of these services must have ended before something is stopped. */
    boolean needsCount() {
        return hasStopHooks() || used.stream().anyMatch(RunningServices::hasStopHooks);
    }

    /** Sets the health checks. */
    void setHealthChecks(List<HealthCheck> checks) {
        health = new HealthChecks(checks, classes);
    }

    HealthChecks health() {
        return health;
    }

    /**
     * Starts activities, which run until the services stop. The package serves already, so one that fails is logged.
     */
    void run(List<Activity> starting) {
        activities = starting;
        for (Activity activity : starting) {
            try {
                call("the start of " + activity, hookTime, activity::start);
            } catch (StepFailedException e) {
                LOG.error("{}: {}", packageName, e.getMessage(), e.getCause());
            }
        }
    }

    /** Returns whether something has to be done when the services stop. */
    boolean hasStopHooks() {
        return !stopHooks.isEmpty() || !activities.isEmpty();
    }

    /** Returns the calls in flight. If there are stop hooks, the code that adds routes must count their calls here. */
    CallsInFlight calls() {
        return calls;
    }

    /** Ends the event streams. Their clients reconnect to the successor of these services. */
    void endStreams() {
        calls.endStreams();
    }

    /** Returns whether stopping has nothing to wait for and nothing to call. */
    boolean isIdle() {
        return !hasStopHooks() && calls.isIdle();
    }

    /**
     * Stops the activities, ends the event streams, waits for calls in flight, then calls the stop hooks in reverse
     * order of creation. Waiting and hooks may each take the hook time. While services of other packages use objects of
     * these ones, only the activities stop; the last of them stops the rest.
     */
    void stop() {
        try (PackageLog.Subject _ = PackageLog.about(packageName)) {
            stopAll();
        }
    }

    private void stopAll() {
        stopActivities(System.nanoTime() + hookTime.toNanos());
        if (isUsed()) {
            LOG.info("{}: its former objects stop when the packages that use them do", packageName);
            return;
        }
        awaitCalls(hookTime);
        callStopHooks(System.nanoTime() + hookTime.toNanos());
        releaseUsed();
    }

    private synchronized boolean isUsed() {
        stopsLater = users > 0;
        return stopsLater;
    }

    private void releaseUsed() {
        List<RunningServices> released = used;
        used = List.of();
        released.forEach(RunningServices::removeUser);
    }

    /** Stops the services like {@link #stop}, within this time. Calls in flight may take half of it, hooks the rest. */
    void stopWithin(Duration max) {
        long deadline = System.nanoTime() + max.toNanos();
        stopActivities(System.nanoTime() + max.dividedBy(4).toNanos());
        awaitCalls(max.dividedBy(2));
        callStopHooks(deadline);
        releaseUsed();
    }

    private void stopActivities(long deadline) {
        for (Activity activity : activities.reversed()) {
            Duration left = Duration.ofNanos(Math.max(1_000_000, deadline - System.nanoTime()));
            try {
                call("the stop of " + activity, left, activity::stop);
            } catch (StepFailedException e) {
                LOG.error("{}: {}", packageName, e.getMessage(), e.getCause());
            }
        }
        activities = List.of();
    }

    private void call(String what, Duration max, Runnable step) throws StepFailedException {
        boolean _ = Boolean.TRUE.equals(Step.call(what, classes, max, () -> {
            step.run();
            return true;
        }));
    }

    private void awaitCalls(Duration max) {
        calls.endStreams();
        if (calls.awaitIdle(max)) return;
        LOG.warn(
                "{}: requests are still in flight after {} ms; stopping its services now", packageName, max.toMillis());
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
            LOG.warn("{}: a service failed to stop: {}", packageName, e.getMessage(), e.getCause());
        } catch (VirtualMachineError e) {
            // Caught even for errors of the JVM: these services are about to be discarded, and the remaining hooks must
            // still be called.
            LOG.error("{}: a service failed to stop", packageName, e);
        }
    }
}

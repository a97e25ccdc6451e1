package vesper.rest.triggers;

import java.time.InstantSource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentSkipListMap;
import org.jspecify.annotations.Nullable;

/** The triggers of a server, by kind and name. Thread-safe. */
public final class Triggers implements AutoCloseable {
    private final Invocations invocations;
    private final InstantSource clock;
    /** The package of each id that is in use. */
    private final Map<String, String> owners = new HashMap<>();

    private final Map<String, RunningTrigger> all = new ConcurrentSkipListMap<>();

    /** @param invocations runs the work of all triggers */
    public Triggers(Invocations invocations, InstantSource clock) {
        this.invocations = invocations;
        this.clock = clock;
    }

    /** Returns an empty list whose triggers record nothing. */
    public static Triggers unrecorded() {
        return new Triggers(Invocations.UNRECORDED, InstantSource.system());
    }

    /**
     * Adds a trigger and starts it. One of the same id that an earlier version of the package brought is stopped
     * before.
     *
     * @param packageName the package that brings it; empty for the server's own
     * @throws IllegalStateException if another package has one of this kind and name
     */
    public RunningTrigger run(Trigger trigger, String packageName) {
        RunningTrigger running = new RunningTrigger(trigger, packageName, invocations, clock);
        RunningTrigger before = put(running, packageName);
        if (before != null) before.stop();
        running.start();
        return running;
    }

    private synchronized @Nullable RunningTrigger put(RunningTrigger running, String packageName) {
        String id = running.status().id();
        requireNotOwnedByOther(id, packageName);
        owners.put(id, packageName);
        return all.put(id, running);
    }

    /**
     * Keeps the kind and name of a trigger for a package that is starting.
     *
     * @throws IllegalStateException if another package has them
     */
    public synchronized void reserve(Trigger trigger, String packageName) {
        String id = trigger.kind() + ":" + trigger.name();
        requireNotOwnedByOther(id, packageName);
        owners.put(id, packageName);
    }

    private void requireNotOwnedByOther(String id, String packageName) {
        String owner = owners.getOrDefault(id, packageName);
        if (!owner.equals(packageName)) {
            throw new IllegalStateException("the trigger " + id + " belongs to package " + owner);
        }
    }

    /** Frees what a package has reserved and does not run, after its start has failed or it has stopped. */
    public synchronized void release(String packageName) {
        owners.entrySet().removeIf(owner -> owner.getValue().equals(packageName) && !all.containsKey(owner.getKey()));
    }

    /** Stops a trigger and removes it. */
    public void stopAndRemove(RunningTrigger running) {
        running.stop();
        remove(running);
    }

    private synchronized void remove(RunningTrigger running) {
        String id = running.status().id();
        if (all.remove(id, running)) owners.remove(id);
    }

    /** Returns the trigger of an id, see {@link TriggerStatus#id}. */
    public Optional<RunningTrigger> find(String id) {
        return Optional.ofNullable(all.get(id));
    }

    /** Returns all pieces of work that run now, those of one trigger after those of another. */
    public List<RunningInvocation> running() {
        return all.values().stream()
                .flatMap(trigger -> trigger.running().stream())
                .toList();
    }

    /** Interrupts the thread of a piece of work. Returns whether it was running. */
    public boolean interrupt(String id) {
        return all.values().stream().anyMatch(trigger -> trigger.interrupt(id));
    }

    /** Returns all triggers, ordered by kind and name. */
    public List<TriggerStatus> list() {
        return all.values().stream().map(RunningTrigger::status).toList();
    }

    /** Stops all triggers that are still there. */
    @Override
    public void close() {
        all.values().forEach(this::stopAndRemove);
    }
}

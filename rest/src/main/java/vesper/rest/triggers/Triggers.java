package vesper.rest.triggers;

import java.time.InstantSource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentSkipListMap;

/** The triggers of a server, by kind and name. Thread-safe. */
public final class Triggers implements AutoCloseable {
    private final Invocations invocations;
    private final InstantSource clock;
    /** The owner of each id that is in use or reserved. */
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
     * Reserves the kind and name of a trigger, and returns it. {@link #run} starts it.
     *
     * @param owner the folder of the package, which stays the same if the package is renamed
     * @param packageName for operators; empty for the server's own
     * @throws IllegalArgumentException if kind or name is invalid
     * @throws IllegalStateException if another owner has a trigger of this kind and name
     */
    public synchronized RunningTrigger reserve(Trigger trigger, String owner, String packageName) {
        RunningTrigger reserved = new RunningTrigger(trigger, packageName, invocations, clock);
        String id = reserved.id().toString();
        String other = owners.getOrDefault(id, owner);
        if (!other.equals(owner)) {
            throw new IllegalStateException("the trigger " + id + " belongs to package " + nameOf(id, other)
                    + "; kind and name must be unique in a server");
        }
        owners.put(id, owner);
        return reserved;
    }

    private String nameOf(String id, String owner) {
        RunningTrigger there = all.get(id);
        return there == null ? owner : there.status().packageName();
    }

    /** Frees what an owner has reserved and does not run, after its start has failed or it has stopped. */
    public synchronized void release(String owner) {
        owners.entrySet().removeIf(each -> each.getValue().equals(owner) && !all.containsKey(each.getKey()));
    }

    /** Starts a reserved trigger. One of the same id, of an earlier version of its package, is stopped before. */
    public void run(RunningTrigger reserved) {
        RunningTrigger before = all.put(reserved.id().toString(), reserved);
        if (before != null) before.stop();
        reserved.start();
    }

    /** Reserves and starts a trigger. */
    public RunningTrigger run(Trigger trigger, String packageName) {
        return run(trigger, packageName, packageName);
    }

    /**
     * Reserves and starts a trigger.
     *
     * @param owner as for {@link #reserve}
     */
    public RunningTrigger run(Trigger trigger, String owner, String packageName) {
        RunningTrigger reserved = reserve(trigger, owner, packageName);
        run(reserved);
        return reserved;
    }

    /** Stops a trigger and removes it. */
    public void stopAndRemove(RunningTrigger running) {
        running.stop();
        remove(running);
    }

    private synchronized void remove(RunningTrigger running) {
        String id = running.id().toString();
        if (all.remove(id, running)) owners.remove(id);
    }

    /** Returns the trigger of an id, {@code timer:orders}. */
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

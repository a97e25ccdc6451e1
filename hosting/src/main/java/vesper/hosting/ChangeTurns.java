package vesper.hosting;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/**
 * Exclusive access to packages while they are changed. The state of all packages is read and changed under one lock,
 * which is held only briefly: slow work, such as compilers and the packages' own code, runs {@link #apart} from it. A
 * package that is being changed is reserved for its thread until the change is done. Another thread waits if it wants
 * to change that package, or one connected to it by depends-on in either direction, directly or transitively. Unrelated
 * packages are changed at the same time.
 *
 * <p>A change reserves all its packages at once, so a waiting thread never has a reservation and deadlock is
 * impossible. If a change affects packages that another thread has reserved, it leaves their update to that thread
 * ({@link #inTurn}), which performs it before it ends.
 */
final class ChangeTurns {
    private final ReentrantLock lock = new ReentrantLock(true);
    private final Condition someoneEnded = lock.newCondition();
    /** The reserved packages by the name of their folder, with the thread that changes them. */
    private final Map<String, Thread> taken = new HashMap<>();

    private boolean passedOver;
    private boolean closed;

    /** The work of a change. It may throw. */
    @FunctionalInterface
    interface Change<T, X extends Exception> {
        T make() throws X;
    }

    /**
     * Makes a change once no other thread changes connected packages.
     *
     * @param folders the packages to change; evaluated again after each wait
     * @param bound returns the packages that are currently connected to these by depends-on, including these
     * @param afterwards updates packages that changes of other threads had to skip
     * @return the result of the change, or of {@code otherwise} after {@link #close}
     */
    <T, X extends Exception> T inTurn(
            Supplier<Set<String>> folders,
            BoundPackages bound,
            Change<T, X> change,
            Runnable afterwards,
            Supplier<T> otherwise)
            throws X {
        lock.lock();
        try {
            Set<String> own = folders.get();
            while (!closed && isOthers(bound.to(own))) {
                someoneEnded.awaitUninterruptibly();
                own = folders.get();
            }
            if (closed) return otherwise.get();
            for (String folder : own) taken.put(folder, Thread.currentThread());
            try {
                T made = change.make();
                if (wasPassedOver()) afterwards.run();
                return made;
            } finally {
                own.forEach(taken::remove);
                someoneEnded.signalAll();
            }
        } finally {
            lock.unlock();
        }
    }

    /** Returns those of these folders that could be changed now without waiting. */
    Set<String> free(Set<String> folders, BoundPackages bound) {
        lock.lock();
        try {
            return folders.stream()
                    .filter(folder -> !isOthers(bound.to(Set.of(folder))))
                    .collect(Collectors.toCollection(TreeSet::new));
        } finally {
            lock.unlock();
        }
    }

    /** A function from packages to those connected to them by depends-on. */
    @FunctionalInterface
    interface BoundPackages {
        Set<String> to(Set<String> folders);
    }

    private boolean isOthers(Set<String> folders) {
        return folders.stream().anyMatch(this::isOthers);
    }

    private boolean isOthers(String folder) {
        Thread changer = taken.get(folder);
        return changer != null && !changer.equals(Thread.currentThread());
    }

    private boolean wasPassedOver() {
        boolean was = passedOver;
        passedOver = false;
        return was;
    }

    /**
     * Changes a further package as part of a change. Skips it if another thread is changing it: that thread will see
     * what has changed. Returns the result of the change, false if it was skipped.
     */
    boolean alsoIn(String folder, BooleanSupplier change) {
        if (isOthers(folder)) {
            passedOver = true;
            return false;
        }
        boolean isNew = lock.isHeldByCurrentThread() && taken.putIfAbsent(folder, Thread.currentThread()) == null;
        try {
            return change.getAsBoolean();
        } finally {
            if (isNew) {
                taken.remove(folder);
                someoneEnded.signalAll();
            }
        }
    }

    /** Runs slow work without the lock. The packages of the change remain reserved. */
    <T, X extends Exception> T apart(Change<T, X> work) throws X {
        // The first load runs on several threads on behalf of one change. These threads do not hold the lock.
        if (!lock.isHeldByCurrentThread()) return work.make();
        if (lock.getHoldCount() > 1) throw new IllegalStateException("a turn within a turn");
        lock.unlock();
        try {
            return work.make();
        } finally {
            lock.lock();
        }
    }

    /** Rejects further changes, waits at most this long for those in progress, and then runs an action. */
    void close(Duration longest, Runnable last) {
        lock.lock();
        try {
            closed = true;
            someoneEnded.signalAll();
            awaitAll(longest.toNanos());
            last.run();
        } finally {
            lock.unlock();
        }
    }

    private void awaitAll(long nanos) {
        long left = nanos;
        try {
            while (!taken.isEmpty() && left > 0) left = someoneEnded.awaitNanos(left);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}

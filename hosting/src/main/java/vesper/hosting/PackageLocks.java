package vesper.hosting;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/**
 * Exclusive access to packages while they are changed. The state of all packages is read and changed under one lock,
 * which is held only briefly: slow work, such as compilers and the packages' own code, runs outside it, by {@link
 * #runUnlocked}. A package that is being changed is reserved for its thread until the change is done. Another thread
 * waits if it wants to change that package, or one connected to it by depends-on in either direction, directly or
 * transitively. Unrelated packages are changed at the same time.
 *
 * <p>A change reserves all its packages at once, so a waiting thread never has a reservation and deadlock is
 * impossible. If a change affects packages that another thread has reserved, it leaves their update to that thread
 * ({@link #withReservation}), which performs it before it ends.
 */
final class PackageLocks {
    private final ReentrantLock lock = new ReentrantLock(true);
    private final Condition changeEnded = lock.newCondition();
    /** The reserved packages by the name of their folder, with the thread that changes them. */
    private final Map<String, Thread> reserved = new HashMap<>();

    private boolean skipped;
    private boolean closed;

    /** The work of a change. It may throw. */
    @FunctionalInterface
    interface Change<T, X extends Exception> {
        T run() throws X;
    }

    /**
     * Makes a change once no other thread changes connected packages.
     *
     * @param folders the packages to change; evaluated again after each wait
     * @param connected returns the packages that are currently connected to these by depends-on, including these
     * @param afterSkipping updates packages that changes of other threads had to skip
     * @return the result of the change, or of {@code otherwise} after {@link #close}
     */
    <T, X extends Exception> T withReservation(
            Supplier<Set<String>> folders,
            ConnectedPackages connected,
            Change<T, X> change,
            Runnable afterSkipping,
            Supplier<T> ifClosed)
            throws X {
        lock.lock();
        try {
            Set<String> own = folders.get();
            while (!closed && isReservedByOther(connected.to(own))) {
                changeEnded.awaitUninterruptibly();
                own = folders.get();
            }
            if (closed) return ifClosed.get();
            for (String folder : own) reserved.put(folder, Thread.currentThread());
            try {
                T result = change.run();
                if (clearSkipped()) afterSkipping.run();
                return result;
            } finally {
                own.forEach(folder -> reserved.remove(folder, Thread.currentThread()));
                changeEnded.signalAll();
            }
        } finally {
            lock.unlock();
        }
    }

    /**
     * Releases packages before the change of this thread ends. It must not change them afterwards, unless it reserves
     * them again.
     */
    void releaseEarly(Set<String> folders) {
        folders.forEach(folder -> reserved.remove(folder, Thread.currentThread()));
        changeEnded.signalAll();
    }

    /** Returns those of these folders that could be changed now without waiting. */
    Set<String> notReserved(Set<String> folders, ConnectedPackages connected) {
        lock.lock();
        try {
            return folders.stream()
                    .filter(folder -> !isReservedByOther(connected.to(Set.of(folder))))
                    .collect(Collectors.toCollection(TreeSet::new));
        } finally {
            lock.unlock();
        }
    }

    /** A function from packages to those connected to them by depends-on. */
    @FunctionalInterface
    interface ConnectedPackages {
        Set<String> to(Set<String> folders);
    }

    private boolean isReservedByOther(Set<String> folders) {
        return folders.stream().anyMatch(this::isReservedByOther);
    }

    private boolean isReservedByOther(String folder) {
        Thread changer = reserved.get(folder);
        return changer != null && !changer.equals(Thread.currentThread());
    }

    private boolean clearSkipped() {
        boolean was = skipped;
        skipped = false;
        return was;
    }

    /** A package that is reserved as a part of a change. */
    @FunctionalInterface
    interface Reservation {
        /** Releases the package. Any thread with the lock may call this. */
        void release();
    }

    /**
     * Reserves a further package for the change of this thread. Empty if another thread is changing the package: that
     * thread will see what has changed.
     */
    Optional<Reservation> reserve(String folder) {
        if (isReservedByOther(folder)) {
            skipped = true;
            return Optional.empty();
        }
        boolean isNew = reserved.putIfAbsent(folder, Thread.currentThread()) == null;
        return Optional.of(() -> {
            if (isNew) reserved.remove(folder);
            changeEnded.signalAll();
        });
    }

    /** Runs a part of a change on another thread than the one with the reservations, which waits by {@link #await}. */
    void runLocked(Runnable part) {
        lock.lock();
        try {
            part.run();
        } finally {
            lock.unlock();
        }
    }

    /** Waits without the lock until a condition holds, at most this long. Returns whether it holds. */
    boolean await(BooleanSupplier condition, Duration max) {
        if (lock.getHoldCount() > 1) throw new IllegalStateException("nested reservation");
        long left = max.toNanos();
        boolean isInterrupted = false;
        try {
            while (!condition.getAsBoolean() && left > 0) {
                long until = System.nanoTime() + left;
                try {
                    left = changeEnded.awaitNanos(left);
                } catch (InterruptedException e) {
                    isInterrupted = true;
                    left = until - System.nanoTime();
                }
            }
            return condition.getAsBoolean();
        } finally {
            if (isInterrupted) Thread.currentThread().interrupt();
        }
    }

    boolean isClosed() {
        return closed;
    }

    /** Runs slow work without the lock. The packages of the change remain reserved. */
    <T, X extends Exception> T runUnlocked(Change<T, X> work) throws X {
        if (lock.getHoldCount() > 1) throw new IllegalStateException("nested reservation");
        lock.unlock();
        try {
            return work.run();
        } finally {
            lock.lock();
        }
    }

    /** Rejects further changes, waits at most this long for those in progress, and then runs an action. */
    void close(Duration max, Runnable last) {
        lock.lock();
        try {
            closed = true;
            changeEnded.signalAll();
            awaitAll(max.toNanos());
            last.run();
        } finally {
            lock.unlock();
        }
    }

    private void awaitAll(long nanos) {
        long left = nanos;
        try {
            while (!reserved.isEmpty() && left > 0) left = changeEnded.awaitNanos(left);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}

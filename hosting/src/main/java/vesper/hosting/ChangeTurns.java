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
 * Whose turn it is to change which packages. What is known of packages is read and changed under one lock, which is
 * never held for long: what takes its time, compilers and the packages' own code, runs {@link #apart} from it. A package
 * that is being changed is its changer's alone until the change is done; who wants to change it, or one that it depends
 * on, or one that depends on it, over others too, waits for its turn. All others are changed meanwhile.
 *
 * <p>Who begins a change takes at once all that it is about, so nobody waits who has something. What a change brings
 * about in other packages it leaves to those whose turn it is there ({@link #inTurn}), and they do it before they end.
 */
final class ChangeTurns {
    private final ReentrantLock lock = new ReentrantLock(true);
    private final Condition someoneEnded = lock.newCondition();
    /** By the name of its folder, each package that is being changed. */
    private final Map<String, Thread> taken = new HashMap<>();

    private boolean passedOver;
    private boolean closed;

    /** What is done in a turn; it may be refused. */
    @FunctionalInterface
    interface Change<T, X extends Exception> {
        T make() throws X;
    }

    /**
     * Makes a change when nobody else changes what is bound to it.
     *
     * @param folders what it is about, as far as that is known before
     * @param bound what is bound to these by depends-on at the moment, themselves included
     * @param afterwards brings other packages up to what others have left to this turn
     * @return what comes of it; of {@code otherwise} once this is closed
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

    /** Of these, those whose turn it could be at this moment. */
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

    /** What is bound to packages by what depends on what. */
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

    /** As a part of a change, changes this package too; not where somebody else does, who will see what has changed. */
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

    /** Does what takes its time, for the package whose turn it is, while others go on. */
    <T, X extends Exception> T apart(Change<T, X> work) throws X {
        // Packages that are loaded together at the start are loaded by threads of one change.
        if (!lock.isHeldByCurrentThread()) return work.make();
        if (lock.getHoldCount() > 1) throw new IllegalStateException("a turn within a turn");
        lock.unlock();
        try {
            return work.make();
        } finally {
            lock.lock();
        }
    }

    /** No further change begins. Waits for those that have, at most so long, and then does this. */
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

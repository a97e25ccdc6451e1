package vesper.access.passwords;

import java.io.Closeable;
import java.security.SecureRandom;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/**
 * Computes hashes of passwords on a few separate threads. Each takes about a tenth of a second of a processor and 19
 * MiB, so few are computed at a time, some wait, and others are rejected.
 */
public final class PasswordChecks implements Closeable {
    private static final int MOST_WAITING = 64;

    private final SecureRandom random;
    private final ThreadPoolExecutor threads;
    /** A hash that no password has, to spend the same time on users that do not exist. */
    private final Supplier<String> nobody;

    private volatile String nobodyHash = "";

    public PasswordChecks(SecureRandom random) {
        this.random = random;
        int most = Math.max(1, Runtime.getRuntime().availableProcessors() / 2);
        threads = new ThreadPoolExecutor(
                most,
                most,
                10,
                TimeUnit.SECONDS,
                new ArrayBlockingQueue<>(MOST_WAITING),
                Thread.ofPlatform().daemon().name("passwords-", 0).factory());
        threads.allowCoreThreadTimeOut(true);
        nobody = () -> {
            if (nobodyHash.isEmpty()) nobodyHash = PasswordHash.of(Long.toString(random.nextLong()), random);
            return nobodyHash;
        };
    }

    /** Too many passwords are being checked. */
    public static final class BusyException extends Exception {
        private static final long serialVersionUID = 1;

        BusyException() {
            super("too many passwords are being checked");
        }
    }

    /**
     * Returns whether a password has this hash. An empty hash fits no password, and takes as long as any other.
     *
     * @throws BusyException if too many checks wait
     */
    public boolean matches(String password, String hash) throws BusyException, InterruptedException {
        boolean isNobody = hash.isEmpty();
        return call(() -> PasswordHash.matches(password, isNobody ? nobody.get() : hash)) && !isNobody;
    }

    /**
     * Returns the hash of a new password.
     *
     * @throws BusyException if too many checks wait
     */
    public String hash(String password) throws BusyException, InterruptedException {
        return call(() -> PasswordHash.of(password, random));
    }

    private <R> R call(Supplier<R> computation) throws BusyException, InterruptedException {
        try {
            Future<R> future = threads.submit(computation::get);
            return future.get();
        } catch (RejectedExecutionException _) {
            throw new BusyException();
        } catch (ExecutionException failure) {
            throw new IllegalStateException("a password cannot be hashed", failure.getCause());
        }
    }

    @Override
    public void close() {
        threads.shutdownNow();
    }
}

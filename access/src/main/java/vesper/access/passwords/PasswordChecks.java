package vesper.access.passwords;

import java.io.Closeable;
import java.security.SecureRandom;
import vesper.access.threads.BoundedThreads;

/**
 * Computes hashes of passwords. Each takes about a tenth of a second of a processor and 19 MiB, so half as many are
 * computed at a time as there are processors, some wait, and others are rejected.
 */
public final class PasswordChecks implements Closeable {
    private final SecureRandom random;
    private final BoundedThreads threads;

    public PasswordChecks(SecureRandom random) {
        this.random = random;
        threads =
                new BoundedThreads("passwords", Math.max(1, Runtime.getRuntime().availableProcessors() / 2));
    }

    /**
     * Returns whether a password has this hash. An empty hash fits no password, and takes as long as any other: the
     * time does not show whether a user exists.
     *
     * @throws BoundedThreads.BusyException if too many checks wait
     */
    public boolean matches(String password, String hash) throws BoundedThreads.BusyException, InterruptedException {
        if (!hash.isEmpty()) return threads.call(() -> PasswordHash.matches(password, hash));
        String _ = hash(password);
        return false;
    }

    /**
     * Returns the hash of a new password.
     *
     * @throws BoundedThreads.BusyException if too many checks wait
     */
    public String hash(String password) throws BoundedThreads.BusyException, InterruptedException {
        return threads.call(() -> PasswordHash.of(password, random));
    }

    @Override
    public void close() {
        threads.close();
    }
}

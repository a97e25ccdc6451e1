package vesper.access.credentials;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/**
 * Digests of credentials, by which verified ones are remembered without keeping them. The digests depend on a secret of
 * this process.
 */
final class CredentialDigest {
    /** Computing takes less than a microsecond, so few threads compute at the same moment. A power of two. */
    private static final int SPARE = 16;

    private final byte[] secret = new byte[32];
    /** Digests that no thread uses at the moment: one for each virtual thread would be made for each request. */
    private final AtomicReferenceArray<@Nullable MessageDigest> spare = new AtomicReferenceArray<>(SPARE);

    CredentialDigest(SecureRandom random) {
        random.nextBytes(secret);
    }

    /** 128 bits of a digest. */
    record Value(long high, long low) {}

    Value of(String credentials) {
        int slot = (int) Thread.currentThread().threadId() & (SPARE - 1);
        MessageDigest digest = spare.getAndSet(slot, null);
        if (digest == null) digest = sha256();
        digest.update(secret);
        byte[] bytes = digest.digest(credentials.getBytes(UTF_8));
        spare.set(slot, digest);
        ByteBuffer halves = ByteBuffer.wrap(bytes);
        return new Value(halves.getLong(), halves.getLong());
    }

    private static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }
}

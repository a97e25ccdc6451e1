package vesper.documents.queries;

import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.util.Arrays;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * The key that signs a server's cursors. A server that restarts with another key rejects earlier cursors, so store the
 * bytes. Thread-safe.
 */
public final class CursorKey {
    static final int SIGNATURE_BYTES = 16;

    private static final String ALGORITHM = "HmacSHA256";
    private static final int KEY_BYTES = 32;

    private final SecretKeySpec key;

    private CursorKey(byte[] bytes) {
        this.key = new SecretKeySpec(bytes, ALGORITHM);
    }

    /** @param bytes 32 unpredictable bytes */
    public static CursorKey of(byte[] bytes) {
        if (bytes.length != KEY_BYTES)
            throw new IllegalArgumentException("a cursor key has 32 bytes, not " + bytes.length);
        return new CursorKey(bytes);
    }

    public static CursorKey random(SecureRandom random) {
        var bytes = new byte[KEY_BYTES];
        random.nextBytes(bytes);
        return new CursorKey(bytes);
    }

    byte[] signature(byte[] order, byte[] position) {
        try {
            Mac mac = Mac.getInstance(ALGORITHM);
            mac.init(key);
            mac.update(order);
            // A separator, so that no two pairs of order and position yield the same input.
            mac.update((byte) 0);
            return Arrays.copyOf(mac.doFinal(position), SIGNATURE_BYTES);
        } catch (GeneralSecurityException missing) {
            throw new IllegalStateException(ALGORITHM + " is missing", missing);
        }
    }
}

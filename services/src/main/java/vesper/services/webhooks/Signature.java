package vesper.services.webhooks;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.security.InvalidKeyException;
import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;
import java.util.Base64;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * Signatures by which receivers authenticate deliveries: the symmetric signature of the Standard Webhooks
 * specification, {@code v1,} and the Base64 of an HMAC-SHA256 over id, time and body, joined by dots.
 */
final class Signature {
    static final String PREFIX = "whsec_";
    private static final int NEW_BYTES = 32;
    private static final int MIN_BYTES = 24;
    private static final int MAX_BYTES = 64;
    private static final String ALGORITHM = "HmacSHA256";

    private Signature() {}

    static String newSecret(SecureRandom random) {
        byte[] key = new byte[NEW_BYTES];
        random.nextBytes(key);
        return PREFIX + Base64.getEncoder().encodeToString(key);
    }

    static boolean isSecret(String text) {
        if (!text.startsWith(PREFIX)) return false;
        try {
            int bytes = key(text).length;
            return bytes >= MIN_BYTES && bytes <= MAX_BYTES;
        } catch (IllegalArgumentException _) {
            return false;
        }
    }

    static String of(String secret, String id, long epochSecond, byte[] body) {
        try {
            Mac mac = Mac.getInstance(ALGORITHM);
            mac.init(new SecretKeySpec(key(secret), ALGORITHM));
            mac.update((id + "." + epochSecond + ".").getBytes(UTF_8));
            return "v1," + Base64.getEncoder().encodeToString(mac.doFinal(body));
        } catch (NoSuchAlgorithmException | InvalidKeyException e) {
            throw new IllegalStateException("every Java platform has this algorithm", e);
        }
    }

    private static byte[] key(String secret) {
        return Base64.getDecoder().decode(secret.substring(PREFIX.length()));
    }
}

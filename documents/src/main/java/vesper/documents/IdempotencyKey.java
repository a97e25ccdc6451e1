package vesper.documents;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;

/**
 * A client's name for a request that stores something, by which a repeated request gets the same outcome.
 *
 * @param text unique among the requests to a collection
 * @param request a digest of the request, by which another request with this text is recognised; empty if the outcome
 *     itself identifies the request
 */
public record IdempotencyKey(String text, String request) {
    public static final int MOST_CHARACTERS = 200;
    /** Prefix of the platform's own keys. */
    public static final String OWN_PREFIX = "vesper.";

    private static final int DIGEST_BYTES = 15;
    private static final int MOST_DIGEST_CHARACTERS = 20;

    public IdempotencyKey {
        if (text.isEmpty() || text.length() > MOST_CHARACTERS) {
            throw new IllegalArgumentException("an idempotency key has 1 to " + MOST_CHARACTERS + " characters");
        }
        requireVisible(text);
        if (request.length() > MOST_DIGEST_CHARACTERS) {
            throw new IllegalArgumentException("a digest has at most " + MOST_DIGEST_CHARACTERS + " characters");
        }
        requireVisible(request);
    }

    /** Creates the key of a creation without a digest: the document that it created identifies the request. */
    public IdempotencyKey(String text) {
        this(text, "");
    }

    private static void requireVisible(String text) {
        if (!text.chars().allMatch(c -> c > ' ' && c < 0x7f)) {
            throw new IllegalArgumentException("an idempotency key has visible ASCII characters only");
        }
    }

    /**
     * Returns the key of a request with this text.
     *
     * @param what the kind of request and its target
     */
    public static IdempotencyKey of(String text, List<String> what, byte[] body) {
        MessageDigest digest = Sha256.newDigest();
        for (String part : what) {
            digest.update(part.getBytes(StandardCharsets.UTF_8));
            digest.update((byte) 0);
        }
        byte[] all = digest.digest(body);
        return new IdempotencyKey(
                text, Base64.getUrlEncoder().withoutPadding().encodeToString(Arrays.copyOf(all, DIGEST_BYTES)));
    }

    boolean isOwn() {
        return text.startsWith(OWN_PREFIX);
    }

    /** Returns text and digest as one string, the form in which they are stored on this node's disk. */
    String kept() {
        return request.isEmpty() ? text : text + ' ' + request;
    }

    static IdempotencyKey ofKept(String kept) {
        int blank = kept.indexOf(' ');
        return blank < 0
                ? new IdempotencyKey(kept)
                : new IdempotencyKey(kept.substring(0, blank), kept.substring(blank + 1));
    }
}

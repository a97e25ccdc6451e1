package vesper.documents;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;

/**
 * What a client calls a request to store something, so that the same request made again has the same outcome.
 *
 * @param text of all requests to a collection one has it
 * @param request a digest of what is wanted, so that another one with this text is told apart; empty where the outcome itself
 *     tells that
 */
public record IdempotencyKey(String text, String request) {
    public static final int MOST_CHARACTERS = 200;
    /** What begins like this is the platform's own. */
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

    /** Of an attempt to create something, which tells by what it has created what it was. */
    public IdempotencyKey(String text) {
        this(text, "");
    }

    private static void requireVisible(String text) {
        if (!text.chars().allMatch(c -> c > ' ' && c < 0x7f)) {
            throw new IllegalArgumentException("an idempotency key has visible ASCII characters only");
        }
    }

    /**
     * The key of a request with this text.
     *
     * @param what the kind of request, and what it is about
     */
    public static IdempotencyKey of(String text, List<String> what, byte[] body) {
        MessageDigest digest = Sha256.begun();
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

    /** Both in one text, as it is kept on this node's disk. */
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

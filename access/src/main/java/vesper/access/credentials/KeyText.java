package vesper.access.credentials;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.HexFormat;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A secret with an id, as text: {@code vk_ID_SECRET} for API keys, {@code vr_ID_SECRET} for refresh tokens. The secret
 * has 256 random bits, so a plain SHA-256 of it can be stored.
 */
public record KeyText(String prefix, String id, String secret) {
    public static final String API_KEY = "vk";
    public static final String REFRESH_TOKEN = "vr";

    private static final int ID_BYTES = 10;
    private static final int SECRET_BYTES = 32;
    private static final Pattern FORM = Pattern.compile("(v[kr])_([0-9a-f]{20})_([\\w-]{43})");

    /** Returns a new secret. */
    public static KeyText random(String prefix, SecureRandom random) {
        byte[] id = new byte[ID_BYTES];
        random.nextBytes(id);
        return withId(prefix, HexFormat.of().formatHex(id), random);
    }

    /** Returns another secret for an id. */
    public static KeyText withId(String prefix, String id, SecureRandom random) {
        byte[] secret = new byte[SECRET_BYTES];
        random.nextBytes(secret);
        return new KeyText(prefix, id, Base64.getUrlEncoder().withoutPadding().encodeToString(secret));
    }

    /** Parses a text; empty if it does not have the form. */
    public static Optional<KeyText> parse(String prefix, String text) {
        Matcher form = FORM.matcher(text);
        return form.matches() && form.group(1).equals(prefix)
                ? Optional.of(new KeyText(prefix, form.group(2), form.group(3)))
                : Optional.empty();
    }

    /** Returns the SHA-256 of the secret, in hexadecimal. */
    public String secretHash() {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(secret.getBytes(US_ASCII)));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }

    /** Returns whether the secret has this hash, in a time that does not depend on where they differ. */
    public boolean hasHash(String hash) {
        return MessageDigest.isEqual(secretHash().getBytes(US_ASCII), hash.getBytes(US_ASCII));
    }

    /** Returns the whole text, secret included. */
    public String text() {
        return prefix + "_" + id + "_" + secret;
    }

    /** Hides the secret. */
    @Override
    public String toString() {
        return prefix + "_" + id + "_…";
    }
}

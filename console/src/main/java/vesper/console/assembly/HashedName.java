package vesper.console.assembly;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/**
 * Creates file names with a hash of the content, such as {@code assets/router-c03f9a….js}. A changed file has another
 * name, so browsers may cache each file indefinitely.
 */
final class HashedName {
    private static final int HASH_BYTES = 8;

    private HashedName() {}

    static String of(String file, String content) {
        int dot = file.lastIndexOf('.');
        String plain = file.substring(0, dot).replaceAll("[^A-Za-z0-9]+", "-").replaceAll("^-", "");
        // StaticFiles recognizes a hash in a name only if it has both digits and letters. Not every hash has both, so
        // the prefix c0 supplies one of each.
        return "assets/" + plain + "-c0" + hash(content) + file.substring(dot);
    }

    private static String hash(String content) {
        try {
            byte[] hash = MessageDigest.getInstance("SHA-256").digest(content.getBytes(UTF_8));
            return HexFormat.of().formatHex(hash, 0, HASH_BYTES);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JVM has SHA-256", e);
        }
    }
}

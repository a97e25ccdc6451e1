package vesper.console.assembly;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** Names that change with what they name, {@code assets/router-c03f9a….js}, so that browsers may keep it for ever. */
final class HashedName {
    private static final int HASH_BYTES = 8;

    private HashedName() {}

    static String of(String file, String content) {
        int dot = file.lastIndexOf('.');
        String plain = file.substring(0, dot).replaceAll("[^A-Za-z0-9]+", "-").replaceAll("^-", "");
        // What serves files knows a hash by its having both digits and letters, which not every hash has by itself.
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

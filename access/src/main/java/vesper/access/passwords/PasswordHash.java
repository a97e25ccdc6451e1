package vesper.access.passwords;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.bouncycastle.crypto.generators.Argon2BytesGenerator;
import org.bouncycastle.crypto.params.Argon2Parameters;

/**
 * Hashes of passwords by Argon2id (RFC 9106), in the usual text form {@code $argon2id$v=19$m=19456,t=2,p=1$SALT$HASH}.
 * A hash takes as long as its parameters say, also those of an earlier default.
 */
public final class PasswordHash {
    /** Limit of a password in bytes of UTF-8. */
    public static final int LONGEST_PASSWORD = 1024;

    /** The second choice of RFC 9106, section 4, for memory that is scarce, in the smaller form that OWASP names. */
    private static final int MEMORY_KIB = 19 << 10;

    private static final int PASSES = 4;
    private static final int LANES = 1;
    private static final int SALT_BYTES = 16;
    private static final int HASH_BYTES = 32;

    private static final Pattern FORM =
            Pattern.compile("\\$argon2id\\$v=19\\$m=(\\d{1,7}),t=(\\d{1,3}),p=(\\d{1,3})\\$([\\w+/]+)\\$([\\w+/]+)");

    private PasswordHash() {}

    /** Returns the hash of a password, with a random salt. */
    public static String of(String password, SecureRandom random) {
        byte[] salt = new byte[SALT_BYTES];
        random.nextBytes(salt);
        byte[] hash = hash(password, salt, MEMORY_KIB, PASSES, LANES, HASH_BYTES);
        Base64.Encoder base64 = Base64.getEncoder().withoutPadding();
        return "$argon2id$v=19$m=" + MEMORY_KIB + ",t=" + PASSES + ",p=" + LANES + "$" + base64.encodeToString(salt)
                + "$" + base64.encodeToString(hash);
    }

    /** Returns whether a text has the form of a hash. */
    public static boolean isHash(String text) {
        return FORM.matcher(text).matches();
    }

    /** Returns whether a password has this hash. The comparison takes the same time for each wrong password. */
    static boolean matches(String password, String text) {
        Matcher form = FORM.matcher(text);
        if (!form.matches()) return false;
        byte[] expected = Base64.getDecoder().decode(form.group(5));
        byte[] hash = hash(
                password,
                Base64.getDecoder().decode(form.group(4)),
                Integer.parseInt(form.group(1)),
                Integer.parseInt(form.group(2)),
                Integer.parseInt(form.group(3)),
                expected.length);
        return MessageDigest.isEqual(hash, expected);
    }

    private static byte[] hash(String password, byte[] salt, int memory, int passes, int lanes, int length) {
        var generator = new Argon2BytesGenerator();
        generator.init(new Argon2Parameters.Builder(Argon2Parameters.ARGON2_id)
                .withVersion(Argon2Parameters.ARGON2_VERSION_13)
                .withMemoryAsKB(memory)
                .withIterations(passes)
                .withParallelism(lanes)
                .withSalt(salt)
                .build());
        byte[] hash = new byte[length];
        generator.generateBytes(password.getBytes(UTF_8), hash);
        return hash;
    }
}

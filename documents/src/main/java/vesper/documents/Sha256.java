package vesper.documents;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/** SHA-256 (FIPS 180-4), which every Java platform has. */
final class Sha256 {
    private Sha256() {}

    static MessageDigest begun() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has it", e);
        }
    }

    /** Another one of what this one was given until now, which goes on. */
    static MessageDigest upToHere(MessageDigest digest) {
        try {
            return (MessageDigest) digest.clone();
        } catch (CloneNotSupportedException e) {
            throw new IllegalStateException("that of every Java platform can be", e);
        }
    }
}

package vesper.hosting.installing;

/** The outcome of unpacking an archive. Each reason is a clause for the sender, without full stop. */
public sealed interface UnpackResult {
    /** All files were unpacked. */
    record Unpacked(int files) implements UnpackResult {}

    /** The bytes are not a zip archive, or a damaged one. */
    record InvalidArchive(String reason) implements UnpackResult {}

    /** The archive contains something that a package must not contain. */
    record Rejected(String reason) implements UnpackResult {}

    /** The archive is too large. */
    record TooLarge(String reason) implements UnpackResult {}
}

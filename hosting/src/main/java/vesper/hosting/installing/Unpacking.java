package vesper.hosting.installing;

/** The outcome of unpacking an archive. Each reason is a clause for the sender, without full stop. */
public sealed interface Unpacking {
    /** All files were unpacked. */
    record Unpacked(int files) implements Unpacking {}

    /** The bytes are not a zip archive, or a damaged one. */
    record NoArchive(String reason) implements Unpacking {}

    /** The archive contains something that a package must not contain. */
    record Refused(String reason) implements Unpacking {}

    /** The archive is too large. */
    record TooLarge(String reason) implements Unpacking {}
}

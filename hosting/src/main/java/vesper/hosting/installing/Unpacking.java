package vesper.hosting.installing;

/** What came of unpacking an archive. Each reason is a clause for its sender, without a full stop. */
public sealed interface Unpacking {
    /** Every file is there. */
    record Unpacked(int files) implements Unpacking {}

    /** The bytes are no zip archive, or a damaged one. */
    record NoArchive(String reason) implements Unpacking {}

    /** It is one, and holds what no package may hold. */
    record Refused(String reason) implements Unpacking {}

    /** It is one, and too large. */
    record TooLarge(String reason) implements Unpacking {}
}

package vesper.services.patches;

import tools.jackson.databind.JsonNode;
import vesper.documents.Refusal;

/**
 * What a patch may ask for. A few bytes of operations that copy a document into itself would make it larger than any
 * memory.
 *
 * @param operations of one JSON Patch
 * @param levels of objects and lists in the result, and while it is made
 * @param bytes of the result as a text without blanks, and while it is made
 */
public record PatchBounds(int operations, int levels, long bytes) {
    /** A thousand operations, the depth that texts may have, 1 MiB. */
    public static final PatchBounds DEFAULTS = new PatchBounds(1000, 500, 1 << 20);

    public PatchBounds {
        if (operations < 1) throw new IllegalArgumentException("operations cannot be " + operations);
        if (levels < 1) throw new IllegalArgumentException("levels cannot be " + levels);
        if (bytes < 1) throw new IllegalArgumentException("bytes cannot be " + bytes);
    }

    public PatchBounds withBytes(long most) {
        return new PatchBounds(operations, levels, most);
    }

    /** What came of a patch that made this document. */
    Patched outcome(JsonNode document) {
        Extent extent = Extent.of(document);
        if (extent.bytes() > bytes) return tooLarge(extent.bytes() + " bytes; at most " + bytes);
        if (extent.levels() > levels) return tooLarge(extent.levels() + " levels; at most " + levels);
        return new Patched.Changed(document);
    }

    private static Patched tooLarge(String what) {
        return new Patched.TooLarge(new Refusal("", "the result would have " + what));
    }
}

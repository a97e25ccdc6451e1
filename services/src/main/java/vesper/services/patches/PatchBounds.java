package vesper.services.patches;

import tools.jackson.databind.JsonNode;
import vesper.documents.Refusal;

/**
 * Bounds on patches and their results. Without them, a few bytes of operations that copy a document into itself could
 * exhaust memory.
 *
 * @param operations maximum number of operations in a JSON Patch
 * @param levels maximum nesting of objects and lists, in the result and in every intermediate document
 * @param bytes maximum size as text without whitespace, of the result and of every intermediate document
 */
public record PatchBounds(int operations, int levels, long bytes) {
    /** A thousand operations, the nesting that the codec allows, 1 MiB. */
    public static final PatchBounds DEFAULTS = new PatchBounds(1000, 500, 1 << 20);

    public PatchBounds {
        if (operations < 1) throw new IllegalArgumentException("operations cannot be " + operations);
        if (levels < 1) throw new IllegalArgumentException("levels cannot be " + levels);
        if (bytes < 1) throw new IllegalArgumentException("bytes cannot be " + bytes);
    }

    public PatchBounds withBytes(long maxBytes) {
        return new PatchBounds(operations, levels, maxBytes);
    }

    /** Returns the outcome of a patch with the given result. */
    PatchResult check(JsonNode document) {
        TreeSize size = TreeSize.of(document);
        if (size.bytes() > bytes) return tooLarge(size.bytes() + " bytes; at most " + bytes);
        if (size.levels() > levels) return tooLarge(size.levels() + " levels; at most " + levels);
        return new PatchResult.Changed(document);
    }

    private static PatchResult tooLarge(String what) {
        return new PatchResult.TooLarge(new Refusal("", "the result would have " + what));
    }
}

package vesper.services.patches;

import tools.jackson.databind.JsonNode;

/** A description of a change, to be applied to any number of documents. Immutable; any thread may apply it. */
public sealed interface Patch permits MergePatch, JsonPatch {
    /**
     * The document as it is after the change; the given one is left as it is, and the two share nothing.
     *
     * @param document as {@link vesper.services.trees.JsonTree} reads it, no deeper than that
     */
    Patched applyTo(JsonNode document, PatchBounds bounds);

    /** A JSON Merge Patch (RFC 7396), {@code application/merge-patch+json}. Any JSON is one. */
    static Patch merge(JsonNode patch) {
        return new MergePatch(patch.deepCopy());
    }

    /** A JSON Patch (RFC 6902), {@code application/json-patch+json}. */
    static ReadPatch operations(JsonNode patch, PatchBounds bounds) {
        return OperationReader.read(patch, bounds);
    }
}

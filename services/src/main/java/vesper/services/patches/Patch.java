package vesper.services.patches;

import tools.jackson.databind.JsonNode;

/** A change that can be applied to any number of documents. Immutable and thread-safe. */
public sealed interface Patch permits MergePatch, JsonPatch {
    /**
     * Applies the change and returns the resulting document. The given document does not change and shares no nodes
     * with the result.
     *
     * @param document a tree from {@link vesper.services.trees.JsonTree}, or one that is not nested deeper than those
     */
    PatchResult applyTo(JsonNode document, PatchBounds bounds);

    /** Returns a JSON Merge Patch (RFC 7396), {@code application/merge-patch+json}. Every JSON value is a valid one. */
    static Patch merge(JsonNode patch) {
        return new MergePatch(patch.deepCopy());
    }

    /** Reads a JSON Patch (RFC 6902), {@code application/json-patch+json}. */
    static PatchParseResult operations(JsonNode patch, PatchBounds bounds) {
        return PatchOperationReader.read(patch, bounds);
    }
}

package vesper.services.patches;

import tools.jackson.databind.JsonNode;
import vesper.services.trees.Pointer;

/** An operation of a JSON Patch (RFC 6902, section 4). */
sealed interface PatchOperation {
    record Add(Pointer path, JsonNode value) implements PatchOperation {}

    record Remove(Pointer path) implements PatchOperation {}

    record Replace(Pointer path, JsonNode value) implements PatchOperation {}

    record Move(Pointer from, Pointer path) implements PatchOperation {}

    record Copy(Pointer from, Pointer path) implements PatchOperation {}

    record Test(Pointer path, JsonNode value) implements PatchOperation {}
}

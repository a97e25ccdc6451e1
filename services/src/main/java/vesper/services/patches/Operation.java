package vesper.services.patches;

import tools.jackson.databind.JsonNode;
import vesper.services.trees.Pointer;

/** An operation of a JSON Patch (RFC 6902, section 4). */
sealed interface Operation {
    record Add(Pointer path, JsonNode value) implements Operation {}

    record Remove(Pointer path) implements Operation {}

    record Replace(Pointer path, JsonNode value) implements Operation {}

    record Move(Pointer from, Pointer path) implements Operation {}

    record Copy(Pointer from, Pointer path) implements Operation {}

    record Test(Pointer path, JsonNode value) implements Operation {}
}

package vesper.services.patches;

import java.util.Map;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** A merge patch as of RFC 7396, section 2: members to set, and {@code null} for members to remove. */
record MergePatch(JsonNode changes) implements Patch {
    @Override
    public PatchResult applyTo(JsonNode document, PatchBounds bounds) {
        return bounds.check(merged(document.deepCopy(), changes));
    }

    /** @param target modified in place; the caller must not use it elsewhere */
    private static JsonNode merged(JsonNode target, JsonNode patch) {
        if (!(patch instanceof ObjectNode members)) return patch.deepCopy();
        ObjectNode result = target instanceof ObjectNode object ? object : JsonNodeFactory.instance.objectNode();
        for (Map.Entry<String, JsonNode> member : members.properties()) {
            String name = member.getKey();
            if (member.getValue().isNull()) result.remove(name);
            else result.set(name, merged(result.path(name), member.getValue()));
        }
        return result;
    }
}

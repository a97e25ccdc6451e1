package vesper.services.patches;

import java.util.Map;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** Members that are to be there, and {@code null} for those that are not, as of RFC 7396, section 2. */
record MergePatch(JsonNode changes) implements Patch {
    @Override
    public Patched applyTo(JsonNode document, PatchBounds bounds) {
        return bounds.outcome(merged(document.deepCopy(), changes));
    }

    /** @param target may be changed: nobody else holds it */
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

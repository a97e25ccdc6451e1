package vesper.services.patches;

import java.util.Map;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;
import vesper.documents.Refusal;

/** Members that are to be there, and {@code null} for those that are not, as of RFC 7396, section 2. */
record MergePatch(JsonNode changes) implements Patch {
    @Override
    public Patched applyTo(JsonNode document, PatchBounds bounds) {
        JsonNode result = merged(document.deepCopy(), changes);
        Extent extent = Extent.of(result);
        if (extent.bytes() > bounds.bytes()) {
            return new Patched.TooLarge(
                    new Refusal("", "the result would have " + extent.bytes() + " bytes; at most " + bounds.bytes()));
        }
        if (extent.levels() > bounds.levels()) {
            return new Patched.TooLarge(new Refusal(
                    "", "the result would have " + extent.levels() + " levels; at most " + bounds.levels()));
        }
        return new Patched.Changed(result);
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

package vesper.services.patches;

import java.util.Map;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Whether two values are equal as RFC 6902, section 4.6, has it: numbers by what they are, objects in any order. */
final class SameValue {
    private SameValue() {}

    /** Looks at no more than the smaller of the two. */
    static boolean are(JsonNode one, JsonNode other) {
        if (one.isNumber() && other.isNumber()) return one.decimalValue().compareTo(other.decimalValue()) == 0;
        return switch (one) {
            case ObjectNode object -> other instanceof ObjectNode it && are(object, it);
            case ArrayNode array -> other instanceof ArrayNode it && are(array, it);
            default -> one.equals(other);
        };
    }

    private static boolean are(ObjectNode one, ObjectNode other) {
        if (one.size() != other.size()) return false;
        for (Map.Entry<String, JsonNode> member : one.properties()) {
            JsonNode same = other.get(member.getKey());
            if (same == null || !are(member.getValue(), same)) return false;
        }
        return true;
    }

    private static boolean are(ArrayNode one, ArrayNode other) {
        if (one.size() != other.size()) return false;
        for (int i = 0; i < one.size(); i++) if (!are(one.get(i), other.get(i))) return false;
        return true;
    }
}

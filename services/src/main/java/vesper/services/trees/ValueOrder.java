package vesper.services.trees;

import java.util.Arrays;
import java.util.Comparator;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * An order of JSON values that is consistent with equality in JSON: numbers compare by value, and the order of members
 * is irrelevant.
 *
 * <p>A comparison examines at most the smaller of the two values, and ends at the first difference. A value can
 * therefore be found among many without a hash. Attackers can choose values with the same hash, and computing one
 * always examines the whole value.
 */
public final class ValueOrder implements Comparator<JsonNode> {
    public static final ValueOrder ORDER = new ValueOrder();

    private ValueOrder() {}

    /** Checks whether two values are equal. */
    public static boolean areEqual(JsonNode one, JsonNode other) {
        return ORDER.compare(one, other) == 0;
    }

    @Override
    public int compare(JsonNode one, JsonNode other) {
        int kinds = Integer.compare(kind(one), kind(other));
        if (kinds != 0) return kinds;
        return switch (one) {
            case ObjectNode object -> objects(object, (ObjectNode) other);
            case ArrayNode array -> arrays(array, (ArrayNode) other);
            default -> one.isNumber() ? numbers(one, other) : one.asString().compareTo(other.asString());
        };
    }

    private static int kind(JsonNode value) {
        return switch (value.getNodeType()) {
            case NULL -> 0;
            case BOOLEAN -> 1;
            case NUMBER -> 2;
            case STRING -> 3;
            case ARRAY -> 4;
            case OBJECT -> 5;
            case BINARY, MISSING, POJO ->
                throw new IllegalArgumentException("no JSON text has a " + value.getNodeType());
        };
    }

    private static int numbers(JsonNode one, JsonNode other) {
        return one.isInt() && other.isInt()
                ? Integer.compare(one.intValue(), other.intValue())
                : one.decimalValue().compareTo(other.decimalValue());
    }

    private int arrays(ArrayNode one, ArrayNode other) {
        int order = Integer.compare(one.size(), other.size());
        for (int i = 0; order == 0 && i < one.size(); i++) order = compare(one.get(i), other.get(i));
        return order;
    }

    private int objects(ObjectNode one, ObjectNode other) {
        int size = Integer.compare(one.size(), other.size());
        if (size != 0) return size;
        String[] names = names(one);
        int order = Arrays.compare(names, names(other));
        for (int i = 0; order == 0 && i < names.length; i++) order = compare(one.get(names[i]), other.get(names[i]));
        return order;
    }

    private static String[] names(ObjectNode object) {
        String[] names = object.propertyNames().toArray(String[]::new);
        Arrays.sort(names);
        return names;
    }
}

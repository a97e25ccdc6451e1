package vesper.services.patches;

import java.util.Map;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * How large a tree is.
 *
 * @param bytes of its text without blanks
 * @param levels of objects and lists, 0 where it is neither
 */
record Extent(long bytes, int levels) {
    private static final int BRACKETS = 2;
    private static final int QUOTES = 2;
    private static final int COLON = 1;
    private static final int NULL = 4;
    private static final int UNICODE_ESCAPE = 6;
    private static final String SHORT_ESCAPES = "\"\\\b\t\n\f\r";

    static Extent of(JsonNode tree) {
        return switch (tree) {
            case ObjectNode object -> of(object);
            case ArrayNode array -> of(array);
            default -> new Extent(scalar(tree), 0);
        };
    }

    private static long scalar(JsonNode value) {
        if (value.isString()) return text(value.asString());
        return value.isNull() ? NULL : value.asString().length();
    }

    private static Extent of(ObjectNode object) {
        long bytes = BRACKETS + commas(object);
        int levels = 0;
        for (Map.Entry<String, JsonNode> member : object.properties()) {
            Extent value = of(member.getValue());
            bytes += name(member.getKey()) + value.bytes;
            levels = Math.max(levels, value.levels);
        }
        return new Extent(bytes, levels + 1);
    }

    private static Extent of(ArrayNode array) {
        long bytes = BRACKETS + commas(array);
        int levels = 0;
        for (JsonNode element : array) {
            Extent value = of(element);
            bytes += value.bytes;
            levels = Math.max(levels, value.levels);
        }
        return new Extent(bytes, levels + 1);
    }

    private static long commas(JsonNode container) {
        return Math.max(0, container.size() - 1);
    }

    /** The bytes of a member's name and what follows it. */
    static long name(String name) {
        return text(name) + COLON;
    }

    private static long text(String text) {
        long bytes = QUOTES;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c < 0x80) bytes += ascii(c);
            else if (c < 0x800) bytes += 2;
            // Each half of a surrogate pair, which is four together.
            else if (Character.isSurrogate(c)) bytes += 2;
            else bytes += 3;
        }
        return bytes;
    }

    private static int ascii(char c) {
        if (SHORT_ESCAPES.indexOf(c) >= 0) return 2;
        return c < ' ' ? UNICODE_ESCAPE : 1;
    }
}

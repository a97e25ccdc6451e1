package vesper.services.patches;

import java.util.Map;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * The size of a tree.
 *
 * @param bytes bytes of its text without whitespace
 * @param levels nesting levels of objects and lists; 0 for a scalar
 */
record TreeSize(long bytes, int levels) {
    private static final int BRACKETS = 2;
    private static final int QUOTES = 2;
    private static final int COLON = 1;
    private static final int NULL = 4;
    private static final int UNICODE_ESCAPE = 6;
    private static final int DECIMAL = 10;
    private static final String SHORT_ESCAPES = "\"\\\b\t\n\f\r";

    static TreeSize of(JsonNode tree) {
        Measurement measurement = new Measurement();
        measurement.add(tree, 0);
        return new TreeSize(measurement.bytes, measurement.levels);
    }

    /** Returns the bytes of a member's name and the colon after it. */
    static long name(String name) {
        return text(name) + COLON;
    }

    /** The running totals while a tree is measured. */
    private static final class Measurement {
        private long bytes;
        private int levels;

        void add(JsonNode value, int enclosingLevels) {
            switch (value) {
                case ObjectNode object -> {
                    enter(object, enclosingLevels + 1);
                    for (Map.Entry<String, JsonNode> member : object.properties()) {
                        bytes += name(member.getKey());
                        add(member.getValue(), enclosingLevels + 1);
                    }
                }
                case ArrayNode array -> {
                    enter(array, enclosingLevels + 1);
                    for (JsonNode element : array) add(element, enclosingLevels + 1);
                }
                default -> bytes += scalar(value);
            }
        }

        private void enter(JsonNode container, int level) {
            bytes += BRACKETS + Math.max(0, container.size() - 1);
            levels = Math.max(levels, level);
        }
    }

    private static long scalar(JsonNode value) {
        if (value.isString()) return text(value.asString());
        if (value.isInt()) return digits(value.intValue());
        return value.isNull() ? NULL : value.asString().length();
    }

    private static int digits(int number) {
        int digits = number < 0 ? 2 : 1;
        for (int rest = number / DECIMAL; rest != 0; rest /= DECIMAL) digits++;
        return digits;
    }

    private static long text(String text) {
        long bytes = QUOTES;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c < 0x80) bytes += ascii(c);
            else if (c < 0x800) bytes += 2;
            // A surrogate pair has four bytes in UTF-8, two for each half.
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

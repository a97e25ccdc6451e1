package vesper.records.masks;

import java.util.List;
import java.util.Random;
import java.util.Set;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Random trees that contain {@link #SECRET} only under masked names, and texts of them in many spellings. */
final class RandomJson {
    static final String SECRET = "S3CR3T";
    static final Set<String> MASKED = Set.of("password", "token", "größe");

    private static final JsonMapper JSON = new JsonMapper();
    private static final List<String> SECRET_NAMES =
            List.of("password", "PASSWORD", "PassWord", "token", "ToKeN", "größe");
    private static final List<String> NAMES =
            List.of("a", "name", "passwor", "passwords", "", "\"password\"", "to:ken", "x{", "ü", "\\", "😀");
    private static final List<String> TEXTS =
            List.of("", "password", "\"password\":", "a\\", "\"", "}", "]", "😀", "\n\t\u0001", "ü/", "token");

    private RandomJson() {}

    static JsonNode tree(Random random, int depth) {
        return value(random, depth, false);
    }

    /** Returns an object or an array. */
    static JsonNode container(Random random) {
        while (true) {
            JsonNode tree = tree(random, 0);
            if (tree.isContainer()) return tree;
        }
    }

    /** Returns a JSON string with the text, with only the necessary escapes. */
    static String inString(String text) {
        return JSON.writeValueAsString(text);
    }

    private static JsonNode value(Random random, int depth, boolean secret) {
        int kind = depth > 4 ? 2 + random.nextInt(4) : random.nextInt(6);
        return switch (kind) {
            case 0 -> {
                ObjectNode object = JSON.createObjectNode();
                for (int i = random.nextInt(6); i > 0; i--) {
                    boolean hides = random.nextInt(3) == 0;
                    String name = pick(random, hides ? SECRET_NAMES : NAMES);
                    object.set(name, value(random, depth + 1, secret || hides));
                }
                yield object;
            }
            case 1 -> {
                ArrayNode array = JSON.createArrayNode();
                for (int i = random.nextInt(5); i > 0; i--) array.add(value(random, depth + 1, secret));
                yield array;
            }
            case 2 -> JSON.getNodeFactory().numberNode(random.nextInt());
            case 3 ->
                random.nextBoolean()
                        ? JSON.getNodeFactory().booleanNode(true)
                        : JSON.getNodeFactory().nullNode();
            default ->
                JSON.getNodeFactory().stringNode(pick(random, TEXTS) + (secret ? SECRET : "") + pick(random, TEXTS));
        };
    }

    private static String pick(Random random, List<String> from) {
        return from.get(random.nextInt(from.size()));
    }

    static String written(JsonNode node, Random random) {
        StringBuilder text = new StringBuilder();
        write(node, random, text);
        return text.toString();
    }

    private static void write(JsonNode node, Random random, StringBuilder text) {
        blank(random, text);
        switch (node) {
            case ObjectNode object -> {
                text.append('{');
                String comma = "";
                for (var field : object.properties()) {
                    text.append(comma);
                    blank(random, text);
                    string(field.getKey(), random, text, false);
                    blank(random, text);
                    text.append(':');
                    write(field.getValue(), random, text);
                    comma = ",";
                }
                text.append('}');
            }
            case ArrayNode array -> {
                text.append('[');
                String comma = "";
                for (JsonNode one : array) {
                    text.append(comma);
                    write(one, random, text);
                    comma = ",";
                }
                text.append(']');
            }
            default -> {
                if (node.isString()) string(node.asString(), random, text, true);
                else text.append(node);
            }
        }
        blank(random, text);
    }

    private static void blank(Random random, StringBuilder text) {
        if (random.nextInt(4) == 0) text.append(pick(random, List.of(" ", "\n", "\r\n", "\t", "   ")));
    }

    /** Appends a string with some unnecessary escapes. Secrets are not escaped, so that tests can find them. */
    private static void string(String value, Random random, StringBuilder text, boolean plain) {
        text.append('"');
        for (char c : value.toCharArray()) {
            boolean escape =
                    c < ' ' || c == '"' || c == '\\' || (!plain && !Character.isSurrogate(c) && random.nextInt(5) == 0);
            if (!escape) text.append(c);
            else if ((c == '"' || c == '\\') && random.nextBoolean())
                text.append('\\').append(c);
            else text.append(String.format(random.nextBoolean() ? "\\u%04x" : "\\u%04X", (int) c));
        }
        text.append('"');
    }
}

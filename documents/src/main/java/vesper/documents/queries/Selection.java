package vesper.documents.queries;

import java.io.ByteArrayOutputStream;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.json.JsonFactory;

/**
 * A selection of the fields that a response contains: {@code customer.name,amount} turns a document into
 * {@code {"customer":{"name":"Smith"},"amount":12.5}}. Names are compared without case. A selection in an array applies
 * to each of its elements. Thread-safe.
 */
public final class Selection {
    private static final int MOST_PATHS = 64;
    private static final JsonFactory JSON = new JsonFactory();

    private final Node root = new Node();

    private Selection() {}

    /** The selection at a name: the whole value, or parts of it. */
    private static final class Node {
        private final Map<String, Node> children = new HashMap<>();
        private boolean isWhole;

        /** Returns the selection at a name, which may contain full stops; null if nothing there is selected. */
        @Nullable
        Node at(String name) {
            Node there = this;
            for (String part : List.of(folded(name).split("\\.", -1))) {
                Node next = there.children.get(part);
                if (next == null) return null;
                if (next.isWhole) return next;
                there = next;
            }
            return there;
        }
    }

    /** Parses paths separated by commas. */
    public static Selection parse(String text) throws QueryException {
        var selection = new Selection();
        String[] paths = text.split(",", -1);
        if (paths.length > MOST_PATHS) {
            throw new QueryException(0, paths.length + " fields are selected; at most " + MOST_PATHS + " are taken");
        }
        for (String path : paths) {
            if (path.isBlank()) throw new QueryException(0, "a name to select is missing in '" + text + "'");
            Node there = selection.root;
            for (String name : folded(path.strip()).split("\\.", -1)) {
                there = there.children.computeIfAbsent(name, _ -> new Node());
            }
            there.isWhole = true;
        }
        return selection;
    }

    /** Applies the selection to a document. A document that is not an object is returned whole. */
    public byte[] of(byte[] json) {
        var selected = new ByteArrayOutputStream(json.length);
        try (JsonParser parser = JSON.createParser(ObjectReadContext.empty(), json);
                JsonGenerator generator = JSON.createGenerator(ObjectWriteContext.empty(), selected)) {
            if (parser.nextToken() == JsonToken.START_OBJECT) object(parser, generator, root);
            else generator.copyCurrentStructureExact(parser);
        }
        return selected.toByteArray();
    }

    private static void object(JsonParser parser, JsonGenerator generator, Node selected) {
        generator.writeStartObject();
        while (parser.nextToken() == JsonToken.PROPERTY_NAME) {
            String name = parser.currentName();
            Node there = selected.at(name);
            JsonToken value = parser.nextToken();
            boolean hasMore = value == JsonToken.START_OBJECT || value == JsonToken.START_ARRAY;
            if (there == null || !(there.isWhole || hasMore)) {
                parser.skipChildren();
                continue;
            }
            generator.writeName(name);
            value(parser, generator, there);
        }
        generator.writeEndObject();
    }

    private static void value(JsonParser parser, JsonGenerator generator, Node selected) {
        if (selected.isWhole) generator.copyCurrentStructureExact(parser);
        else if (parser.currentToken() == JsonToken.START_OBJECT) object(parser, generator, selected);
        else elements(parser, generator, selected);
    }

    /** Elements that are neither objects nor arrays have no fields, so they are left out. */
    private static void elements(JsonParser parser, JsonGenerator generator, Node selected) {
        generator.writeStartArray();
        for (JsonToken token = parser.nextToken(); token != JsonToken.END_ARRAY; token = parser.nextToken()) {
            if (token == JsonToken.START_OBJECT || token == JsonToken.START_ARRAY) value(parser, generator, selected);
        }
        generator.writeEndArray();
    }

    private static String folded(String name) {
        var folded = new StringBuilder(name.length());
        name.codePoints().map(Words::fold).forEach(folded::appendCodePoint);
        return folded.toString();
    }
}

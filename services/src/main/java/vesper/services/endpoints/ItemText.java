package vesper.services.endpoints;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import java.time.Instant;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.StreamWriteConstraints;
import tools.jackson.core.json.JsonFactory;
import vesper.documents.DocumentId;
import vesper.documents.Version;

/**
 * Documents as elements of lists: {@code _id}, {@code _version} and {@code _time}, which are also their names in
 * queries, followed by the fields of the state. A state that is not an object is the field {@code _value}. Fields of
 * the state with one of the first three names are omitted, to avoid duplicates.
 */
final class ItemText {
    /** A document may have the maximum depth, and is nested one level deeper here. */
    private static final JsonFactory JSON = JsonFactory.builder()
            .streamWriteConstraints(StreamWriteConstraints.builder()
                    .maxNestingDepth(StreamReadConstraints.DEFAULT_MAX_DEPTH + 1)
                    .build())
            .build();

    private ItemText() {}

    /** @param state the state as JSON */
    static byte[] of(DocumentId id, Version version, Instant at, byte[] state) {
        var text = new ByteArrayOutputStream(state.length + 100);
        try (JsonGenerator generator = JSON.createGenerator(ObjectWriteContext.empty(), text);
                JsonParser parser = JSON.createParser(ObjectReadContext.empty(), state)) {
            generator.writeStartObject();
            generator.writeStringProperty("_id", id.text());
            generator.writeNumberProperty("_version", version.number());
            generator.writeStringProperty("_time", at.toString());
            if (parser.nextToken() == JsonToken.START_OBJECT) {
                fields(parser, generator);
            } else {
                generator.writeName("_value");
                generator.copyCurrentStructureExact(parser);
            }
            generator.writeEndObject();
        }
        return text.toByteArray();
    }

    private static void fields(JsonParser parser, JsonGenerator generator) {
        while (parser.nextToken() == JsonToken.PROPERTY_NAME) {
            String name = parser.currentName();
            parser.nextToken();
            if (isReserved(name)) {
                parser.skipChildren();
                continue;
            }
            generator.writeName(name);
            generator.copyCurrentStructureExact(parser);
        }
    }

    private static boolean isReserved(String name) {
        return name.equals("_id") || name.equals("_version") || name.equals("_time");
    }

    /** A list of such texts, in the form that all lists of the API have. */
    static final class ItemList {
        private final ByteArrayOutputStream text = new ByteArrayOutputStream(1024);
        private boolean isFirst = true;

        ItemList() {
            write("{\"items\":[");
        }

        void add(byte[] item) {
            if (!isFirst) text.write(',');
            isFirst = false;
            text.writeBytes(item);
        }

        int sizeBytes() {
            return text.size();
        }

        /** @param members JSON members after the items, each with a leading comma */
        byte[] end(String members) {
            write("]" + members + "}");
            return text.toByteArray();
        }

        private void write(String part) {
            text.writeBytes(part.getBytes(UTF_8));
        }
    }
}

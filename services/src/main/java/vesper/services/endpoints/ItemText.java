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
 * Documents as elements of lists: the fields of the state behind {@code _id}, {@code _version} and {@code _time}, which is
 * how queries call them, too. A state that is no object is {@code _value}; fields of its own with these names are left
 * out, so that no name comes twice.
 */
final class ItemText {
    /** A document may be as deep as anything that is read, and is one level deeper here. */
    private static final JsonFactory JSON = JsonFactory.builder()
            .streamWriteConstraints(StreamWriteConstraints.builder()
                    .maxNestingDepth(StreamReadConstraints.DEFAULT_MAX_DEPTH + 1)
                    .build())
            .build();

    private ItemText() {}

    /** @param state as JSON */
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
            if (isOurs(name)) {
                parser.skipChildren();
                continue;
            }
            generator.writeName(name);
            generator.copyCurrentStructureExact(parser);
        }
    }

    private static boolean isOurs(String name) {
        return name.equals("_id") || name.equals("_version") || name.equals("_time");
    }

    /** A list of such texts in the shape of all lists. */
    static final class Listed {
        private final ByteArrayOutputStream text = new ByteArrayOutputStream(1024);
        private boolean isFirst = true;

        Listed() {
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

        /** @param members behind the items, each with its comma before it */
        byte[] end(String members) {
            write("]" + members + "}");
            return text.toByteArray();
        }

        private void write(String part) {
            text.writeBytes(part.getBytes(UTF_8));
        }
    }
}

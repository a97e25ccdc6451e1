package vesper.services.endpoints;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import vesper.codec.Codec;
import vesper.documents.DocumentId;
import vesper.documents.Version;
import vesper.rest.Problem.BadValue;
import vesper.rest.ProblemType;
import vesper.services.collections.DocumentBodies;
import vesper.services.trees.JsonTree;

/**
 * A line of a bulk request: {@code {"op":"put","id":"PO-17","version":3,"document":{…}}}.
 *
 * @param id empty if the server generates it
 * @param version version that the document must have; empty for any
 * @param content the document or patch; empty for a deletion
 */
record BulkLine(Operation operation, Optional<DocumentId> id, Optional<Version> version, Optional<JsonNode> content) {
    private static final String DOCUMENT = "document";
    private static final String CHANGES = "patch";
    private static final List<String> KNOWN = List.of("op", "id", "version", DOCUMENT, CHANGES);

    enum Operation {
        CREATE(DOCUMENT),
        PUT(DOCUMENT),
        PATCH(CHANGES),
        DELETE("");

        /** Name of the member with the content; empty for no content. */
        private final String member;

        Operation(String member) {
            this.member = member;
        }
    }

    /** @throws vesper.rest.ProblemException with everything that is wrong with the line */
    static BulkLine read(byte[] line, Codec codec) {
        return new LineParser(DocumentBodies.value(JsonTree.readUnambiguous(line, codec))).line();
    }

    /** Reads a line and collects its faults. */
    private static final class LineParser {
        private final JsonNode line;
        private final List<BadValue> errors = new ArrayList<>();

        LineParser(JsonNode line) {
            this.line = line;
        }

        BulkLine line() {
            if (!line.isObject()) {
                addError("", "expected an object like {\"op\":\"put\",\"id\":\"a\",\"document\":{}}");
                throw invalidLine();
            }
            line.propertyNames().stream()
                    .filter(name -> !KNOWN.contains(name))
                    .forEach(name -> addError("/" + name, "is not known; known members: " + String.join(", ", KNOWN)));
            Operation operation = operation();
            Optional<DocumentId> id = id(operation);
            Optional<Version> version = version();
            Optional<JsonNode> content = content(operation);
            if (operation == Operation.CREATE && version.isPresent())
                addError("/version", "cannot be combined with create");
            if (!errors.isEmpty()) throw invalidLine();
            return new BulkLine(operation, id, version, content);
        }

        private Operation operation() {
            String value = text("op");
            for (Operation each : Operation.values()) {
                if (each.name().toLowerCase(Locale.ROOT).equals(value)) return each;
            }
            addError("/op", "expected create, put, patch or delete");
            return Operation.PUT;
        }

        private Optional<JsonNode> content(Operation operation) {
            Optional<JsonNode> content = Optional.empty();
            for (String member : List.of(DOCUMENT, CHANGES)) {
                JsonNode value = line.get(member);
                boolean isWanted = member.equals(operation.member);
                if (isWanted && (value == null || value.isNull())) addError("/" + member, "is missing");
                if (!isWanted && value != null) {
                    addError(
                            "/" + member,
                            "cannot be combined with " + operation.name().toLowerCase(Locale.ROOT));
                }
                if (isWanted) content = Optional.ofNullable(value);
            }
            return content;
        }

        private Optional<DocumentId> id(Operation operation) {
            String value = text("id");
            if (value == null) {
                if (operation != Operation.CREATE) addError("/id", "is missing");
                return Optional.empty();
            }
            try {
                return Optional.of(new DocumentId(value));
            } catch (IllegalArgumentException wrong) {
                addError("/id", String.valueOf(wrong.getMessage()));
                return Optional.empty();
            }
        }

        private Optional<Version> version() {
            JsonNode value = line.get("version");
            if (value == null) return Optional.empty();
            if (value.isIntegralNumber() && value.canConvertToLong() && value.asLong() > 0) {
                return Optional.of(new Version(value.asLong()));
            }
            addError("/version", "expected a whole number of at least 1");
            return Optional.empty();
        }

        private @Nullable String text(String name) {
            JsonNode value = line.get(name);
            return value != null && value.isString() ? value.asString() : null;
        }

        private void addError(String pointer, String detail) {
            errors.add(new BadValue("#" + pointer, detail));
        }

        private RuntimeException invalidLine() {
            return ProblemType.BAD_REQUEST
                    .because("The line is not valid")
                    .withErrors(errors)
                    .exception();
        }
    }

    /** Splits a text into lines and drops empty ones. */
    static List<byte[]> lines(byte[] text) {
        List<byte[]> lines = new ArrayList<>();
        int from = 0;
        for (int i = 0; i <= text.length; i++) {
            if (i < text.length && text[i] != '\n') continue;
            int begin = from;
            int end = i;
            while (begin < end && isBlank(text[begin])) begin++;
            while (end > begin && isBlank(text[end - 1])) end--;
            if (begin < end) lines.add(Arrays.copyOfRange(text, begin, end));
            from = i + 1;
        }
        return lines;
    }

    private static boolean isBlank(byte b) {
        return b == ' ' || b == '\t' || b == '\r';
    }
}

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
import vesper.services.collections.SentBodies;
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
        return new Reading(SentBodies.value(JsonTree.readUnambiguous(line, codec))).line();
    }

    /** Reads a line and collects its faults. */
    private static final class Reading {
        private final JsonNode line;
        private final List<BadValue> bad = new ArrayList<>();

        Reading(JsonNode line) {
            this.line = line;
        }

        BulkLine line() {
            if (!line.isObject()) {
                bad("", "expected an object like {\"op\":\"put\",\"id\":\"a\",\"document\":{}}");
                throw refusal();
            }
            line.propertyNames().stream()
                    .filter(name -> !KNOWN.contains(name))
                    .forEach(name -> bad("/" + name, "is not known; there are " + String.join(", ", KNOWN)));
            Operation operation = operation();
            Optional<DocumentId> id = id(operation);
            Optional<Version> version = version();
            Optional<JsonNode> content = content(operation);
            if (operation == Operation.CREATE && version.isPresent()) bad("/version", "does not go with create");
            if (!bad.isEmpty()) throw refusal();
            return new BulkLine(operation, id, version, content);
        }

        private Operation operation() {
            String said = text("op");
            for (Operation each : Operation.values()) {
                if (each.name().toLowerCase(Locale.ROOT).equals(said)) return each;
            }
            bad("/op", "expected create, put, patch or delete");
            return Operation.PUT;
        }

        private Optional<JsonNode> content(Operation operation) {
            Optional<JsonNode> wanted = Optional.empty();
            for (String member : List.of(DOCUMENT, CHANGES)) {
                JsonNode said = line.get(member);
                boolean isWanted = member.equals(operation.member);
                if (isWanted && (said == null || said.isNull())) bad("/" + member, "is missing");
                if (!isWanted && said != null) {
                    bad("/" + member, "does not go with " + operation.name().toLowerCase(Locale.ROOT));
                }
                if (isWanted) wanted = Optional.ofNullable(said);
            }
            return wanted;
        }

        private Optional<DocumentId> id(Operation operation) {
            String said = text("id");
            if (said == null) {
                if (operation != Operation.CREATE) bad("/id", "is missing");
                return Optional.empty();
            }
            try {
                return Optional.of(new DocumentId(said));
            } catch (IllegalArgumentException wrong) {
                bad("/id", String.valueOf(wrong.getMessage()));
                return Optional.empty();
            }
        }

        private Optional<Version> version() {
            JsonNode said = line.get("version");
            if (said == null) return Optional.empty();
            if (said.isIntegralNumber() && said.canConvertToLong() && said.asLong() > 0) {
                return Optional.of(new Version(said.asLong()));
            }
            bad("/version", "expected a whole number from 1 on");
            return Optional.empty();
        }

        private @Nullable String text(String name) {
            JsonNode said = line.get(name);
            return said != null && said.isString() ? said.asString() : null;
        }

        private void bad(String pointer, String detail) {
            bad.add(new BadValue("#" + pointer, detail));
        }

        private RuntimeException refusal() {
            return ProblemType.BAD_REQUEST
                    .because("The line cannot be understood")
                    .at(bad)
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

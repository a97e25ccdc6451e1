package vesper.services.trees;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.databind.DeserializationContext;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ValueDeserializer;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.DecimalNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;
import vesper.codec.BadField;
import vesper.codec.Digits;

/** Builds {@link ReadTree}s. Jackson's own trees use a {@code double} for each number with a decimal point. */
final class TreeReader extends ValueDeserializer<ReadTree> {
    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;
    private static final int MOST_NOTED = 100;

    /**
     * Bound on the length of all pointers to faults. With nested names, a single pointer may be as long as the text.
     */
    private static final int MOST_CHARACTERS_NOTED = 200_000;

    @Override
    public ReadTree deserialize(JsonParser parser, DeserializationContext context) {
        return new OneText(parser).read();
    }

    /** Called by Jackson if the whole text is {@code null}. */
    @Override
    public ReadTree getNullValue(DeserializationContext context) {
        return new ReadTree(NODES.nullNode(), List.of(), List.of());
    }

    /** The read of one text. It recurses as deep as the text is nested, which the parser limits. */
    private static final class OneText {
        private final JsonParser parser;
        private final List<BadField> unfit = new ArrayList<>();
        private final List<BadField> repeated = new ArrayList<>();
        private long charactersNoted;

        OneText(JsonParser parser) {
            this.parser = parser;
        }

        ReadTree read() {
            return new ReadTree(value(parser.currentToken()), unfit, repeated);
        }

        private JsonNode value(JsonToken token) {
            return switch (token) {
                case START_OBJECT -> object();
                case START_ARRAY -> array();
                case VALUE_STRING -> NODES.stringNode(parser.getString());
                case VALUE_NUMBER_INT -> whole();
                case VALUE_NUMBER_FLOAT -> decimal();
                case VALUE_TRUE -> NODES.booleanNode(true);
                case VALUE_FALSE -> NODES.booleanNode(false);
                case VALUE_NULL -> NODES.nullNode();
                default -> throw new IllegalStateException("no JSON value begins with " + token);
            };
        }

        private ObjectNode object() {
            ObjectNode object = NODES.objectNode();
            for (String name = parser.nextName(); name != null; name = parser.nextName()) {
                if (object.has(name)) note(repeated, "is there more than once, and nobody can tell which one counts");
                object.set(name, value(parser.nextToken()));
            }
            return object;
        }

        private ArrayNode array() {
            ArrayNode array = NODES.arrayNode();
            for (JsonToken next = parser.nextToken(); next != JsonToken.END_ARRAY; next = parser.nextToken()) {
                array.add(value(next));
            }
            return array;
        }

        private JsonNode whole() {
            return switch (parser.getNumberType()) {
                case INT -> NODES.numberNode(parser.getIntValue());
                case LONG -> NODES.numberNode(parser.getLongValue());
                default -> NODES.numberNode(parser.getBigIntegerValue());
            };
        }

        private JsonNode decimal() {
            // Throws for a number beyond the range of a double, which other readers could not represent.
            parser.getDoubleValue();
            try {
                BigDecimal number = parser.getDecimalValue();
                if (Digits.isWithinLimit(number)) return DecimalNode.valueOf(number);
            } catch (JacksonException | ArithmeticException | NumberFormatException _) {
                // The exponent does not fit an int.
            }
            note(unfit, "is a number of more than " + Digits.MAX + " digits before or after the point");
            return NODES.numberNode(0);
        }

        /** Records a fault. The first of each kind is always recorded, because a single one causes the rejection. */
        private void note(List<BadField> where, String detail) {
            boolean isEnough = where.size() == MOST_NOTED || charactersNoted > MOST_CHARACTERS_NOTED;
            if (isEnough && !where.isEmpty()) return;
            String pointer = parser.streamReadContext().pathAsPointer().toString();
            charactersNoted += pointer.length();
            where.add(new BadField(pointer, detail));
        }
    }
}

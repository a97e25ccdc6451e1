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

/** Builds {@link ParsedTree}s. Jackson's own trees use a {@code double} for each number with a decimal point. */
final class TreeDeserializer extends ValueDeserializer<ParsedTree> {
    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;
    private static final int MAX_RECORDED = 100;

    /**
     * Bound on the length of all pointers to faults. With nested names, a single pointer may be as long as the text.
     */
    private static final int MAX_CHARACTERS_RECORDED = 200_000;

    @Override
    public ParsedTree deserialize(JsonParser parser, DeserializationContext context) {
        return new Parse(parser).read();
    }

    /** Called by Jackson if the whole text is {@code null}. */
    @Override
    public ParsedTree getNullValue(DeserializationContext context) {
        return new ParsedTree(NODES.nullNode(), List.of(), List.of());
    }

    /** The read of one text. It recurses as deep as the text is nested, which the parser limits. */
    private static final class Parse {
        private final JsonParser parser;
        private final List<BadField> badNumbers = new ArrayList<>();
        private final List<BadField> repeatedNames = new ArrayList<>();
        private long charactersRecorded;

        Parse(JsonParser parser) {
            this.parser = parser;
        }

        ParsedTree read() {
            return new ParsedTree(value(parser.currentToken()), badNumbers, repeatedNames);
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
                default -> throw new IllegalStateException("no JSON value starts with " + token);
            };
        }

        private ObjectNode object() {
            ObjectNode object = NODES.objectNode();
            for (String name = parser.nextName(); name != null; name = parser.nextName()) {
                if (object.has(name)) recordFault(repeatedNames, "occurs more than once in its object");
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
            recordFault(
                    badNumbers,
                    "is a number with more than " + Digits.MAX + " digits before or after the decimal point");
            return NODES.numberNode(0);
        }

        /** Records a fault. The first of each kind is always recorded, because a single one causes the rejection. */
        private void recordFault(List<BadField> faults, String detail) {
            boolean isEnough = faults.size() == MAX_RECORDED || charactersRecorded > MAX_CHARACTERS_RECORDED;
            if (isEnough && !faults.isEmpty()) return;
            String pointer = parser.streamReadContext().pathAsPointer().toString();
            charactersRecorded += pointer.length();
            faults.add(new BadField(pointer, detail));
        }
    }
}

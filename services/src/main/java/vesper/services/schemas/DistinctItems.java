package vesper.services.schemas;

import com.networknt.schema.ExecutionContext;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaContext;
import com.networknt.schema.SchemaLocation;
import com.networknt.schema.keyword.AbstractKeyword;
import com.networknt.schema.keyword.BaseKeywordValidator;
import com.networknt.schema.keyword.KeywordValidator;
import com.networknt.schema.path.NodePath;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;
import tools.jackson.databind.node.StringNode;

/**
 * {@code uniqueItems}, by texts that are the same for equal values. The library's own compares values by their hashes, and
 * 16,000 texts that a stranger has chosen to have the same one took it three seconds; texts can be put in order as well.
 */
final class DistinctItems extends AbstractKeyword {
    private static final String NAME = "uniqueItems";

    DistinctItems() {
        super(NAME);
    }

    @Override
    public KeywordValidator newValidator(SchemaLocation place, JsonNode value, Schema parent, SchemaContext context) {
        return new Check(this, value, place, parent, context);
    }

    private static final class Check extends BaseKeywordValidator {
        private final boolean isWanted;

        Check(DistinctItems keyword, JsonNode value, SchemaLocation place, Schema parent, SchemaContext context) {
            super(keyword, value, place, parent, context);
            isWanted = value.isBoolean() && value.booleanValue();
        }

        @Override
        public void validate(ExecutionContext execution, JsonNode value, JsonNode root, NodePath place) {
            if (!isWanted || !(value instanceof ArrayNode array) || areDistinct(array)) return;
            execution.addError(error().instanceNode(value)
                    .instanceLocation(place)
                    .evaluationPath(execution.getEvaluationPath())
                    .locale(execution.getExecutionConfig().getLocale())
                    .build());
        }
    }

    private static boolean areDistinct(ArrayNode array) {
        Set<String> seen = new HashSet<>();
        for (JsonNode each : array) {
            StringBuilder text = new StringBuilder();
            append(each, text);
            if (!seen.add(text.toString())) return false;
        }
        return true;
    }

    /** Numbers are the same that are equal, and members of an object have no order. */
    private static void append(JsonNode value, StringBuilder text) {
        switch (value) {
            case ObjectNode object -> {
                Map<String, JsonNode> ordered = new TreeMap<>();
                object.properties().forEach(it -> ordered.put(it.getKey(), it.getValue()));
                text.append('{');
                ordered.forEach((name, member) -> {
                    text.append(StringNode.valueOf(name)).append(':');
                    append(member, text);
                    text.append(',');
                });
                text.append('}');
            }
            case ArrayNode array -> {
                text.append('[');
                array.forEach(element -> {
                    append(element, text);
                    text.append(',');
                });
                text.append(']');
            }
            default ->
                text.append(
                        value.isNumber()
                                ? value.decimalValue().stripTrailingZeros().toString()
                                : value.toString());
        }
    }
}

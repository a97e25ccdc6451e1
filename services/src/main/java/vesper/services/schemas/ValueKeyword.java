package vesper.services.schemas;

import com.networknt.schema.ExecutionContext;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaContext;
import com.networknt.schema.SchemaLocation;
import com.networknt.schema.keyword.AbstractKeyword;
import com.networknt.schema.keyword.BaseKeywordValidator;
import com.networknt.schema.keyword.KeywordValidator;
import com.networknt.schema.path.NodePath;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.function.Predicate;
import tools.jackson.databind.JsonNode;
import vesper.services.trees.ValueOrder;

/**
 * A keyword that compares whole values by {@link ValueOrder}. The library's own keywords compare hashes, which has two
 * flaws. 16,000 texts that an attacker chose to have the same hash took {@code uniqueItems} more than three seconds.
 * Moreover, a hash is computed over the whole value at each level of a document: 1 MiB in three hundred nested lists
 * took {@code const} two seconds.
 */
final class ValueKeyword extends AbstractKeyword {
    /** The condition on a value, created from the keyword's value in the schema. */
    private final Function<JsonNode, Predicate<JsonNode>> rule;

    private ValueKeyword(String name, Function<JsonNode, Predicate<JsonNode>> rule) {
        super(name);
        this.rule = rule;
    }

    static List<ValueKeyword> all() {
        return List.of(
                new ValueKeyword("const", expected -> value -> ValueOrder.areEqual(value, expected)),
                new ValueKeyword("enum", choices -> setOf(choices)::contains),
                new ValueKeyword(
                        "uniqueItems",
                        isUnique -> value -> !isUnique.asBoolean(false) || !value.isArray() || areDistinct(value)));
    }

    private static boolean areDistinct(JsonNode array) {
        Set<JsonNode> seen = new TreeSet<>(ValueOrder.ORDER);
        for (JsonNode each : array) if (!seen.add(each)) return false;
        return true;
    }

    private static Set<JsonNode> setOf(JsonNode values) {
        Set<JsonNode> all = new TreeSet<>(ValueOrder.ORDER);
        values.forEach(all::add);
        return all;
    }

    @Override
    public KeywordValidator newValidator(SchemaLocation place, JsonNode value, Schema parent, SchemaContext context) {
        return new Check(this, rule.apply(value), value, place, parent, context);
    }

    private static final class Check extends BaseKeywordValidator {
        private final Predicate<JsonNode> isValid;

        Check(
                ValueKeyword keyword,
                Predicate<JsonNode> isValid,
                JsonNode value,
                SchemaLocation place,
                Schema parent,
                SchemaContext context) {
            super(keyword, value, place, parent, context);
            this.isValid = isValid;
        }

        @Override
        public void validate(ExecutionContext execution, JsonNode value, JsonNode root, NodePath place) {
            if (isValid.test(value)) return;
            execution.addError(error().instanceNode(value)
                    .instanceLocation(place)
                    .evaluationPath(execution.getEvaluationPath())
                    .locale(execution.getExecutionConfig().getLocale())
                    .build());
        }
    }
}

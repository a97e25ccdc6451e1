package vesper.services.schemas;

import com.networknt.schema.Error;
import com.networknt.schema.SchemaException;
import com.networknt.schema.SchemaLocation;
import com.networknt.schema.SchemaRegistry;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import tools.jackson.databind.JsonNode;
import vesper.documents.Refusal;
import vesper.services.schemas.Subschemas.At;
import vesper.services.trees.FirstRefusals;
import vesper.services.trees.Pointer;

/** Looks at a schema before it is used, so that its author learns where it is wrong. One thread. */
final class SchemaFile {
    private final JsonNode root;
    private final FirstRefusals refusals = new FirstRefusals();

    private SchemaFile(JsonNode root) {
        this.root = root;
    }

    /** All that is wrong with it. */
    static List<Refusal> problems(JsonNode root, SchemaRegistry registry) {
        SchemaFile file = new SchemaFile(root);
        file.checkDialect();
        if (file.refusals.isEmpty()) file.checkKeywords(registry);
        if (file.refusals.isEmpty()) file.checkWhatIsSaid();
        return file.refusals.toList();
    }

    private void checkDialect() {
        JsonNode dialect = root.path("$schema");
        if (dialect.isMissingNode()
                || References.withoutEmptyFragment(dialect.asString("")).equals(Dialect202012.ID)) return;
        refusals.add("/$schema", "is " + dialect + "; schemas here are of " + Dialect202012.ID);
    }

    private void checkKeywords(SchemaRegistry registry) {
        Evaluation evaluation = new Evaluation(ValueCount.of(root), false);
        registry.getSchema(SchemaLocation.of(Dialect202012.ID)).validate(evaluation, root);
        for (Error error : evaluation.getErrors()) {
            Refusal refusal = SchemaSentence.of(error);
            refusals.add(refusal.pointer(), refusal.reason());
        }
    }

    private void checkWhatIsSaid() {
        List<At> all = Subschemas.all(root);
        References references = References.of(root);
        // Schemas with names of their own in one file refer to each other in more ways than are worth following here.
        boolean areSeveral = all.stream()
                .anyMatch(it -> !it.pointer().isEmpty() && it.schema().has("$id"));
        for (At each : all) {
            checkPatterns(each);
            if (!areSeveral) checkReferences(each, references);
        }
        if (refusals.isEmpty()) for (At each : all) checkLoop(each, references);
    }

    private void checkPatterns(At at) {
        JsonNode pattern = at.schema().path("pattern");
        if (pattern.isString()) checkPattern(at.pointer() + "/pattern", pattern.asString());
        for (String name : at.schema().path("patternProperties").propertyNames()) {
            checkPattern(at.pointer() + "/patternProperties/" + Pointer.escaped(name), name);
        }
    }

    private void checkPattern(String place, String expression) {
        try {
            BoundedPattern.of(expression);
        } catch (IllegalArgumentException wrong) {
            refusals.add(place, String.valueOf(wrong.getMessage()));
        }
    }

    private void checkReferences(At at, References references) {
        for (String keyword : List.of("$ref", "$dynamicRef")) {
            JsonNode reference = at.schema().path(keyword);
            boolean isFine = !reference.isString()
                    || reference.asString().startsWith(Dialect202012.SHIPPED)
                    || references.of(at.schema(), keyword).isPresent();
            if (isFine) continue;
            refusals.add(
                    at.pointer() + "/" + keyword,
                    "refers to " + reference + ", where no schema is in this file, and nothing is fetched");
        }
    }

    /** A schema that says of a value that it has to fit the schema itself never comes to an end. */
    private void checkLoop(At start, References references) {
        Set<String> seen = new HashSet<>();
        Deque<At> open = new ArrayDeque<>(next(start, references));
        while (!open.isEmpty()) {
            At at = open.pop();
            if (at.pointer().equals(start.pointer())) {
                refusals.add(start.pointer(), "refers to itself without looking at a part of the value first");
                return;
            }
            if (seen.add(at.pointer())) open.addAll(next(at, references));
        }
    }

    private static List<At> next(At at, References references) {
        List<At> next = Subschemas.inPlace(at);
        references.of(at.schema(), "$ref").ifPresent(next::add);
        return next;
    }

    /** What the library says of a schema that it cannot use. */
    static Refusal unusable(SchemaException failure) {
        return new Refusal(
                "",
                "cannot be used: "
                        + String.valueOf(failure.getMessage())
                                .lines()
                                .findFirst()
                                .orElse(""));
    }
}

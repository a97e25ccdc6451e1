package vesper.services.schemas;

import com.networknt.schema.Schema;
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
import vesper.services.schemas.Subschemas.Located;
import vesper.services.trees.BoundedRefusals;
import vesper.services.trees.Pointer;

/** Checks a schema before it is used, so that its author learns where it is wrong. Not thread-safe. */
final class SchemaFile {
    private final JsonNode root;
    private final BoundedRefusals refusals = new BoundedRefusals();

    private SchemaFile(JsonNode root) {
        this.root = root;
    }

    /** Returns everything that is wrong with a schema. */
    static List<Refusal> problems(JsonNode root, SchemaRegistry registry) {
        SchemaFile file = new SchemaFile(root);
        file.checkDialect(new Located("", root));
        if (file.refusals.isEmpty()) file.checkKeywords(registry);
        if (file.refusals.isEmpty()) file.checkSubschemas();
        return file.refusals.toList();
    }

    private void checkDialect(Located at) {
        JsonNode dialect = at.schema().path("$schema");
        if (dialect.isMissingNode()
                || References.withoutEmptyFragment(dialect.asString("")).equals(Dialect202012.ID)) return;
        refusals.add(
                at.pointer() + "/$schema", "is " + dialect + "; the only supported dialect is " + Dialect202012.ID);
    }

    private void checkKeywords(SchemaRegistry registry) {
        Schema ofSchemas = registry.getSchema(SchemaLocation.of(Dialect202012.ID));
        SchemaEvaluation.ofSchema(root).validate(ofSchemas, refusals);
    }

    private void checkSubschemas() {
        List<Located> all = Subschemas.all(root);
        References references = References.of(root);
        // If schemas inside the file have an $id, they can refer to each other in too many ways to follow here.
        boolean hasNestedIds = all.stream()
                .anyMatch(it -> !it.pointer().isEmpty() && it.schema().has("$id"));
        for (Located each : all) {
            checkDialect(each);
            checkPatterns(each);
            if (!hasNestedIds && !isShipped(each.schema().path("$ref"))) checkReference(each, "$ref", references);
            // The library resolves this reference only when it validates a document.
            checkReference(each, "$dynamicRef", references);
        }
        if (refusals.isEmpty() && !hasNestedIds) for (Located each : all) checkLoop(each, references);
    }

    private void checkPatterns(Located at) {
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

    private static boolean isShipped(JsonNode reference) {
        return reference.asString("").startsWith(Dialect202012.SHIPPED);
    }

    private void checkReference(Located at, String keyword, References references) {
        JsonNode reference = at.schema().path(keyword);
        if (!reference.isString() || references.of(at.schema(), keyword).isPresent()) return;
        refusals.add(
                at.pointer() + "/" + keyword,
                "refers to " + reference + ", which is not in this file; schemas are not fetched");
    }

    /** Detects a schema that requires a value to fit the same schema again, which would never end. */
    private void checkLoop(Located start, References references) {
        Set<String> seen = new HashSet<>();
        Deque<Located> open = new ArrayDeque<>(next(start, references));
        while (!open.isEmpty()) {
            Located at = open.pop();
            if (at.pointer().equals(start.pointer())) {
                refusals.add(start.pointer(), "refers to itself for the same value");
                return;
            }
            if (seen.add(at.pointer())) open.addAll(next(at, references));
        }
    }

    private static List<Located> next(Located at, References references) {
        List<Located> next = Subschemas.inPlace(at);
        for (String keyword : List.of("$ref", "$dynamicRef"))
            references.of(at.schema(), keyword).ifPresent(next::add);
        return next;
    }

    /** Converts the library's message about a schema that it cannot use. */
    static Refusal unsupported(SchemaException failure) {
        return new Refusal(
                "",
                "cannot be used: "
                        + String.valueOf(failure.getMessage())
                                .lines()
                                .findFirst()
                                .orElse(""));
    }
}

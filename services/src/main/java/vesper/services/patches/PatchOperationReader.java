package vesper.services.patches;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;
import vesper.documents.Refusal;
import vesper.services.trees.BoundedRefusals;
import vesper.services.trees.Pointer;

/**
 * Reads the operations of a JSON Patch and collects everything that is wrong with them. Unknown members are ignored.
 */
final class PatchOperationReader {
    private static final String OPERATION_NAMES = "add, remove, replace, move, copy or test";

    private final BoundedRefusals refusals = new BoundedRefusals();

    private PatchOperationReader() {}

    static PatchParseResult read(JsonNode patch, PatchBounds bounds) {
        if (!(patch instanceof ArrayNode operations)) return invalid("expected a list of operations");
        if (operations.size() > bounds.operations()) {
            return invalid("has " + operations.size() + " operations; at most " + bounds.operations());
        }
        return new PatchOperationReader().read(operations);
    }

    private static PatchParseResult invalid(String reason) {
        return new PatchParseResult.Invalid(List.of(new Refusal("", reason)));
    }

    private PatchParseResult read(ArrayNode operations) {
        List<PatchOperation> read = new ArrayList<>(operations.size());
        for (int i = 0; i < operations.size(); i++)
            operation(operations.get(i), "/" + i).ifPresent(read::add);
        return refusals.isEmpty()
                ? new PatchParseResult.Valid(new JsonPatch(read))
                : new PatchParseResult.Invalid(refusals.toList());
    }

    private Optional<PatchOperation> operation(JsonNode node, String place) {
        if (!(node instanceof ObjectNode object)) {
            refusals.add(place, "expected an object with op and path");
            return Optional.empty();
        }
        Optional<Pointer> path = pointer(object, "path", place);
        Optional<String> op = text(object, "op", place);
        if (op.isEmpty()) return Optional.empty();
        return switch (op.get()) {
            case "add" -> combine(path, value(object, place), PatchOperation.Add::new);
            case "remove" -> path.flatMap(it -> remove(it, place));
            case "replace" -> combine(path, value(object, place), PatchOperation.Replace::new);
            case "move" ->
                combine(pointer(object, "from", place), path, PatchOperation.Move::new)
                        .flatMap(it -> move(it, place));
            case "copy" -> combine(pointer(object, "from", place), path, PatchOperation.Copy::new);
            case "test" -> combine(path, value(object, place), PatchOperation.Test::new);
            default -> {
                refusals.add(place + "/op", "expected " + OPERATION_NAMES);
                yield Optional.empty();
            }
        };
    }

    private Optional<PatchOperation> remove(Pointer path, String place) {
        if (!path.isRoot()) return Optional.of(new PatchOperation.Remove(path));
        refusals.add(place + "/path", "a patch cannot remove the whole document");
        return Optional.empty();
    }

    private Optional<PatchOperation> move(PatchOperation move, String place) {
        if (move instanceof PatchOperation.Move(var from, var path) && from.contains(path)) {
            refusals.add(place + "/path", "a value cannot be moved into itself");
            return Optional.empty();
        }
        return Optional.of(move);
    }

    private Optional<JsonNode> value(ObjectNode operation, String place) {
        JsonNode value = operation.get("value");
        if (value == null) refusals.add(place + "/value", "is missing");
        return Optional.ofNullable(value).map(JsonNode::deepCopy);
    }

    private Optional<Pointer> pointer(ObjectNode operation, String name, String place) {
        return text(operation, name, place).flatMap(text -> {
            try {
                return Optional.of(Pointer.of(text));
            } catch (IllegalArgumentException wrong) {
                refusals.add(place + "/" + name, String.valueOf(wrong.getMessage()));
                return Optional.empty();
            }
        });
    }

    private Optional<String> text(ObjectNode operation, String name, String place) {
        JsonNode value = operation.get(name);
        if (value != null && value.isString()) return Optional.of(value.asString());
        refusals.add(place + "/" + name, value == null ? "is missing" : "expected a text");
        return Optional.empty();
    }

    /** A constructor of an operation with two arguments. */
    @FunctionalInterface
    private interface Constructor<A, B> {
        PatchOperation of(A one, B other);
    }

    private static <A, B> Optional<PatchOperation> combine(
            Optional<A> one, Optional<B> other, Constructor<A, B> constructor) {
        return one.flatMap(it -> other.map(also -> constructor.of(it, also)));
    }
}

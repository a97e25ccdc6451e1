package vesper.services.patches;

import java.util.List;
import tools.jackson.databind.JsonNode;
import vesper.documents.Refusal;

/** A list of operations that are applied in order. Either all apply or the document does not change. */
record JsonPatch(List<PatchOperation> operations) implements Patch {
    JsonPatch {
        operations = List.copyOf(operations);
    }

    @Override
    public PatchResult applyTo(JsonNode document, PatchBounds bounds) {
        Draft draft = new Draft(document.deepCopy(), bounds);
        for (int i = 0; i < operations.size(); i++) {
            try {
                apply(operations.get(i), draft);
            } catch (OperationNotApplicableException failure) {
                Refusal reason = new Refusal("/" + i, failure.reason());
                return failure.isTooLarge() ? new PatchResult.TooLarge(reason) : new PatchResult.NotApplicable(reason);
            }
        }
        return bounds.check(draft.root());
    }

    private static void apply(PatchOperation operation, Draft draft) {
        switch (operation) {
            case PatchOperation.Add(var path, var value) -> draft.add(path, value);
            case PatchOperation.Remove(var path) -> draft.remove(path);
            case PatchOperation.Replace(var path, var value) -> draft.replace(path, value);
            case PatchOperation.Move(var from, var path) -> draft.move(from, path);
            case PatchOperation.Copy(var from, var path) -> draft.copy(from, path);
            case PatchOperation.Test(var path, var value) -> draft.test(path, value);
        }
    }
}

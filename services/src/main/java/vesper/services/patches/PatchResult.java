package vesper.services.patches;

import tools.jackson.databind.JsonNode;
import vesper.documents.Refusal;

/** The outcome of applying a patch to a document. */
public sealed interface PatchResult {
    record Changed(JsonNode document) implements PatchResult {}

    /**
     * An operation does not fit the document, which did not change.
     *
     * @param reason its pointer leads into the patch, to the operation
     */
    record NotApplicable(Refusal reason) implements PatchResult {}

    /**
     * The result or an intermediate document would exceed the bounds. The document did not change.
     *
     * @param reason its pointer leads into the patch, to the operation if there is one
     */
    record TooLarge(Refusal reason) implements PatchResult {}
}

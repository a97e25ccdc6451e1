package vesper.services.patches;

import tools.jackson.databind.JsonNode;
import vesper.documents.Refusal;

/** The outcome of applying a patch to a document. */
public sealed interface Patched {
    record Changed(JsonNode document) implements Patched {}

    /**
     * An operation does not fit the document, which did not change.
     *
     * @param reason its pointer leads into the patch, to the operation
     */
    record Unfit(Refusal reason) implements Patched {}

    /**
     * The result or an intermediate document would exceed the bounds. The document did not change.
     *
     * @param reason its pointer leads into the patch, to the operation if there is one
     */
    record TooLarge(Refusal reason) implements Patched {}
}

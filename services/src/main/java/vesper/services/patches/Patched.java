package vesper.services.patches;

import tools.jackson.databind.JsonNode;
import vesper.documents.Refusal;

/** What came of applying a patch to a document. */
public sealed interface Patched {
    record Changed(JsonNode document) implements Patched {}

    /**
     * An operation does not fit the document; nothing is changed.
     *
     * @param reason its pointer is into the patch, and names the operation
     */
    record Unfit(Refusal reason) implements Patched {}

    /**
     * The result would be larger than it may be, or the way to it; nothing is changed.
     *
     * @param reason its pointer is into the patch, and names the operation where there is one
     */
    record TooLarge(Refusal reason) implements Patched {}
}

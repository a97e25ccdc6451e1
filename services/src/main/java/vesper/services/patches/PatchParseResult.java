package vesper.services.patches;

import java.util.List;
import vesper.documents.Refusal;

/** The outcome of reading a patch. */
public sealed interface PatchParseResult {
    record Valid(Patch patch) implements PatchParseResult {}

    /**
     * @param reasons all faults, or the first hundred and the number of the others; their pointers lead into the patch
     */
    record Invalid(List<Refusal> reasons) implements PatchParseResult {}
}

package vesper.services.patches;

import java.util.List;
import vesper.documents.Refusal;

/** The outcome of reading a patch. */
public sealed interface ReadPatch {
    record Valid(Patch patch) implements ReadPatch {}

    /**
     * @param reasons all faults, or the first hundred and the number of the others; their pointers lead into the patch
     */
    record Refused(List<Refusal> reasons) implements ReadPatch {}
}

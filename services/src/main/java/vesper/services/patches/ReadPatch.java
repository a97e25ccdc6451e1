package vesper.services.patches;

import java.util.List;
import vesper.documents.Refusal;

/** What came of reading a patch. */
public sealed interface ReadPatch {
    record Valid(Patch patch) implements ReadPatch {}

    /** @param reasons all of them, or a hundred and how many more; their pointers are into the patch */
    record Refused(List<Refusal> reasons) implements ReadPatch {}
}

package vesper.services.changes;

import org.jspecify.annotations.Nullable;
import vesper.documents.Change;
import vesper.documents.queries.DocumentMatch;
import vesper.documents.queries.SearchedDocument;

/** Which changes somebody wants to hear of who is only interested in some states. */
public final class ChangeMatch {
    private ChangeMatch() {}

    /** Of what is deleted nobody knows here whether it matched before, so everybody is told of it. */
    public static boolean matches(Change<?> change, byte @Nullable [] state, DocumentMatch match) {
        if (state == null) return true;
        return match.test(SearchedDocument.stored(
                change.id().text(), change.version().number(), change.at().toEpochMilli(), state));
    }
}

package vesper.services.changes;

import org.jspecify.annotations.Nullable;
import vesper.documents.Change;
import vesper.documents.queries.DocumentMatch;
import vesper.documents.queries.SearchedDocument;

/** Selects the changes for a subscriber that is only interested in documents that match a query. */
public final class ChangeMatch {
    private ChangeMatch() {}

    /**
     * Checks whether a subscriber receives a change. A deletion matches always, since it is not known here whether the
     * document matched before.
     */
    public static boolean matches(Change<?> change, byte @Nullable [] state, DocumentMatch match) {
        if (state == null) return true;
        return match.test(SearchedDocument.stored(
                change.id().text(), change.version().number(), change.at().toEpochMilli(), state));
    }
}

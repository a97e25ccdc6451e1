package vesper.services.access;

import java.util.Optional;
import vesper.documents.queries.Query;
import vesper.documents.queries.SearchedDocument;

/**
 * What one caller may do with the documents of a collection. Each query is empty if the caller may do it with all.
 *
 * @param member the member with the tenant of a document; empty if documents have none
 * @param tenant of the caller
 */
public record CallerRules(
        Optional<Query> read,
        Optional<Query> create,
        Optional<Query> update,
        Optional<Query> delete,
        Optional<String> member,
        Optional<String> tenant) {
    public static final CallerRules UNRESTRICTED = new CallerRules(
            Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty());

    public boolean isUnrestricted() {
        return equals(UNRESTRICTED);
    }

    public boolean restrictsWrites() {
        return read.isPresent() || create.isPresent() || update.isPresent() || delete.isPresent();
    }

    /** Returns whether a document matches one of the queries. */
    public static boolean admits(Optional<Query> query, SearchedDocument document) {
        return query.isEmpty() || query.get().match().test(document);
    }
}

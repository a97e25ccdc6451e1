package vesper.services.endpoints;

import java.time.InstantSource;
import java.util.Optional;
import java.util.function.Predicate;
import vesper.documents.Change;
import vesper.documents.Document;
import vesper.documents.DocumentCollection;
import vesper.documents.DocumentId;
import vesper.documents.StateForm;
import vesper.documents.Version;
import vesper.documents.queries.Query;
import vesper.documents.queries.SearchedDocument;
import vesper.http.Request;
import vesper.rest.ProblemException;
import vesper.rest.access.AccessProblems;
import vesper.services.access.CallerRules;
import vesper.services.access.DocumentRules;
import vesper.services.access.TenantStamp;
import vesper.services.collections.OpenCollection;

/** Applies the rules of a collection to the documents that a request reads and writes. */
final class DocumentAccess<T> {
    private final DocumentCollection<T> documents;
    private final StateForm<T> form;
    private final DocumentRules rules;
    private final InstantSource clock;
    private final WriteProblems problems;

    DocumentAccess(OpenCollection<T> collection, InstantSource clock, WriteProblems problems) {
        this.documents = collection.documents();
        this.form = collection.form();
        this.rules = collection.rules();
        this.clock = clock;
        this.problems = problems;
    }

    /** Returns what the caller of a request may do. */
    CallerRules of(Request request) {
        return rules.of(request.caller(), clock);
    }

    boolean mayRead(CallerRules caller, Document<T> document) {
        return caller.read().isEmpty() || CallerRules.admits(caller.read(), searched(document));
    }

    /**
     * Returns whether the caller may read a version of a document: it matches the rule, and so does the current
     * version, if there is one. A document that was given away takes its past along.
     */
    boolean mayReadVersion(CallerRules caller, Document<T> version) {
        if (caller.read().isEmpty()) return true;
        if (!mayRead(caller, version)) return false;
        Optional<Document<T>> current = documents.get(version.id());
        return current.isEmpty() || current.get().version().equals(version.version()) || mayRead(caller, current.get());
    }

    /**
     * Returns whether the caller may know that a document exists or existed: the current version, or the last one
     * before the deletion, matches the rule.
     */
    boolean mayKnow(CallerRules caller, DocumentId id) {
        if (caller.read().isEmpty()) return true;
        Optional<Document<T>> current = documents.get(id);
        if (current.isPresent()) return mayRead(caller, current.get());
        long deleted = documents.version(id).number();
        return deleted > 1
                && documents
                        .get(id, new Version(deleted - 1))
                        .filter(last -> mayRead(caller, last))
                        .isPresent();
    }

    /** Throws the problem that there is no such document, if there is one that the caller may not read. */
    void requireVisible(CallerRules caller, DocumentId id) {
        if (caller.read().isEmpty()) return;
        boolean isHidden = documents.get(id).filter(it -> !mayRead(caller, it)).isPresent();
        if (isHidden) throw problems.noSuchDocument(id);
    }

    /**
     * Returns whether the caller receives a change. Of a deletion, the version before decides; where it is no longer
     * kept, only callers without a rule receive it.
     */
    Predicate<Change<T>> receiving(CallerRules caller) {
        if (caller.read().isEmpty()) return _ -> true;
        return change -> {
            if (change.value().isPresent()) {
                return CallerRules.admits(
                        caller.read(),
                        SearchedDocument.stored(
                                change.id().text(),
                                change.version().number(),
                                change.at().toEpochMilli(),
                                form.toBytes(change.value().get())));
            }
            return change.version().number() > 1
                    && documents
                            .get(change.id(), new Version(change.version().number() - 1))
                            .filter(last -> mayRead(caller, last))
                            .isPresent();
        };
    }

    /** Returns the JSON of a new state with the tenant of the caller. */
    byte[] stamped(CallerRules caller, byte[] json) {
        return caller.member().isPresent() && caller.tenant().isPresent()
                ? TenantStamp.on(json, caller.member().get(), caller.tenant().get())
                : json;
    }

    void requireCreatable(CallerRules caller, DocumentId id, T state, Request request) {
        require(caller.create(), id, 1, state, "create", request);
    }

    /** Checks a document that is about to be replaced, patched or changed by an action. */
    void requireUpdatable(CallerRules caller, Document<T> current, Request request) {
        if (!mayRead(caller, current)) throw problems.noSuchDocument(current.id());
        if (!CallerRules.admits(caller.update(), searched(current))) throw refused("update", request);
    }

    /** Checks the next state of a document that is replaced, patched or changed by an action. */
    void requireUpdated(CallerRules caller, Document<T> current, T next, Request request) {
        require(caller.update(), current.id(), current.version().number() + 1, next, "update", request);
    }

    void requireDeletable(CallerRules caller, Document<T> current, Request request) {
        if (!mayRead(caller, current)) throw problems.noSuchDocument(current.id());
        if (!CallerRules.admits(caller.delete(), searched(current))) throw refused("delete", request);
    }

    private void require(Optional<Query> query, DocumentId id, long version, T state, String rule, Request request) {
        if (query.isEmpty()) return;
        var document = SearchedDocument.stored(id.text(), version, clock.millis(), form.toBytes(state));
        if (!CallerRules.admits(query, document)) throw refused(rule, request);
    }

    private ProblemException refused(String rule, Request request) {
        return AccessProblems.refused(
                request, "a document that the rule documents." + documents.name() + "." + rule + " admits");
    }

    private SearchedDocument searched(Document<T> document) {
        return SearchedDocument.stored(
                document.id().text(),
                document.version().number(),
                document.storedAt().toEpochMilli(),
                form.toBytes(document.value()));
    }
}

package vesper.services.endpoints;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Optional;
import vesper.documents.Document;
import vesper.documents.DocumentCollection;
import vesper.documents.DocumentId;
import vesper.documents.Page;
import vesper.documents.StateForm;
import vesper.documents.Version;
import vesper.documents.VersionInfo;
import vesper.documents.queries.SearchedDocument;

/** Goes through all documents of a collection, a part at a time. Used by one thread. */
final class Everything<T> implements Iterator<SearchedDocument> {
    private static final int PART = 500;

    private final DocumentCollection<T> documents;
    private final StateForm<T> form;
    private final Part<T> parts;
    private List<Document<T>> part = List.of();
    private int at;
    private Optional<DocumentId> after = Optional.empty();
    private boolean isOver;

    private Everything(DocumentCollection<T> documents, StateForm<T> form, Part<T> parts) {
        this.documents = documents;
        this.form = form;
        this.parts = parts;
    }

    /** The documents behind an id. */
    @FunctionalInterface
    private interface Part<T> {
        Page<Document<T>, DocumentId> behind(DocumentCollection<T> documents, Optional<DocumentId> after);
    }

    /** Each as it is now. */
    static <T> Everything<T> current(DocumentCollection<T> documents, StateForm<T> form) {
        return new Everything<>(documents, form, (all, after) -> all.list(after, PART));
    }

    /** Each as it was then, if it was there and that is still kept. */
    static <T> Everything<T> asOf(Instant time, DocumentCollection<T> documents, StateForm<T> form) {
        return new Everything<>(documents, form, (all, after) -> {
            Page<DocumentId, DocumentId> ids = all.ids(after, PART);
            return new Page<>(
                    ids.items().stream()
                            .flatMap(id -> all.asOf(id, time).stream())
                            .toList(),
                    ids.next());
        });
    }

    /** All versions that are kept, those of deleted documents too, the newest of each document first. */
    static <T> Everything<T> versions(DocumentCollection<T> documents, StateForm<T> form) {
        return new Everything<>(documents, form, (all, after) -> {
            // One document may have a million of them.
            Page<DocumentId, DocumentId> ids = all.ids(after, 1);
            List<Document<T>> versions = new ArrayList<>();
            for (DocumentId id : ids.items()) addVersions(all, id, versions);
            return new Page<>(versions, ids.next());
        });
    }

    private static <T> void addVersions(DocumentCollection<T> all, DocumentId id, List<Document<T>> versions) {
        Optional<Version> before = Optional.empty();
        do {
            Page<VersionInfo, Version> page = all.versions(id, before, PART);
            for (VersionInfo info : page.items()) all.get(id, info.version()).ifPresent(versions::add);
            before = page.next();
        } while (before.isPresent());
    }

    @Override
    public boolean hasNext() {
        while (at == part.size() && !isOver) {
            Page<Document<T>, DocumentId> page = parts.behind(documents, after);
            part = page.items();
            at = 0;
            after = page.next();
            isOver = after.isEmpty();
        }
        return at < part.size();
    }

    @Override
    public SearchedDocument next() {
        if (!hasNext()) throw new NoSuchElementException();
        Document<T> document = part.get(at++);
        return SearchedDocument.stored(
                document.id().text(),
                document.version().number(),
                document.storedAt().toEpochMilli(),
                form.toBytes(document.value()));
    }
}

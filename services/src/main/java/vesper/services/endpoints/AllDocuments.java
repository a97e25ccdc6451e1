package vesper.services.endpoints;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import vesper.documents.Document;
import vesper.documents.DocumentCollection;
import vesper.documents.DocumentId;
import vesper.documents.Page;
import vesper.documents.StateForm;
import vesper.documents.Version;
import vesper.documents.VersionInfo;
import vesper.documents.queries.SearchedDocument;

/** Iterates over all documents of a collection, in batches. Not thread-safe. */
final class AllDocuments<T> implements Iterator<SearchedDocument> {
    /** Batch size for documents whose states are in memory. */
    private static final int MEMORY_BATCH = 500;
    /** Batch size for documents that are read from disk, each of which may be large. */
    private static final int DISK_BATCH = 16;

    private final StateForm<T> form;
    private final Batches<T> batches;
    private List<Document<T>> batch = List.of();
    private int at;
    private boolean isAtEnd;

    private AllDocuments(StateForm<T> form, Batches<T> batches) {
        this.form = form;
        this.batches = batches;
    }

    @FunctionalInterface
    private interface Batches<T> {
        /** Returns the next batch, which may be empty, or null at the end. */
        @Nullable
        List<Document<T>> next();
    }

    /** Iterates over the current versions. */
    static <T> AllDocuments<T> current(DocumentCollection<T> documents, StateForm<T> form) {
        return new AllDocuments<>(form, new Pages<>(after -> documents.list(after, MEMORY_BATCH)));
    }

    /** Iterates over the versions that were current at a time, as far as they are kept. */
    static <T> AllDocuments<T> asOf(Instant time, DocumentCollection<T> documents, StateForm<T> form) {
        return new AllDocuments<>(form, new Pages<>(after -> {
            Page<DocumentId, DocumentId> ids = documents.ids(after, DISK_BATCH);
            List<Document<T>> then = ids.items().stream()
                    .flatMap(id -> documents.asOf(id, time).stream())
                    .toList();
            return new Page<>(then, ids.next());
        }));
    }

    /** Iterates over all kept versions, also of deleted documents. For each document, the newest comes first. */
    static <T> AllDocuments<T> versions(DocumentCollection<T> documents, StateForm<T> form) {
        return new AllDocuments<>(form, new Versions<>(documents));
    }

    private static final class Pages<T> implements Batches<T> {
        private final Function<Optional<DocumentId>, Page<Document<T>, DocumentId>> pageAfter;
        private Optional<DocumentId> after = Optional.empty();
        private boolean isAtEnd;

        Pages(Function<Optional<DocumentId>, Page<Document<T>, DocumentId>> pageAfter) {
            this.pageAfter = pageAfter;
        }

        @Override
        public @Nullable List<Document<T>> next() {
            if (isAtEnd) return null;
            Page<Document<T>, DocumentId> page = pageAfter.apply(after);
            after = page.next();
            isAtEnd = after.isEmpty();
            return page.items();
        }
    }

    /** Reads a few versions of one document at a time, since it may have a million. */
    private static final class Versions<T> implements Batches<T> {
        private final DocumentCollection<T> documents;
        private final Iterator<DocumentId> ids;
        private @Nullable DocumentId id;
        private Optional<Version> below = Optional.empty();

        Versions(DocumentCollection<T> documents) {
            this.documents = documents;
            this.ids = new Ids(after -> documents.ids(after, MEMORY_BATCH));
        }

        @Override
        public @Nullable List<Document<T>> next() {
            DocumentId current = id;
            if (current == null) {
                if (!ids.hasNext()) return null;
                current = ids.next();
                below = Optional.empty();
            }
            Page<VersionInfo, Version> page = documents.versions(current, below, DISK_BATCH);
            below = page.next();
            id = below.isPresent() ? current : null;
            List<Document<T>> versions = new ArrayList<>();
            for (VersionInfo info : page.items())
                documents.get(current, info.version()).ifPresent(versions::add);
            return versions;
        }
    }

    private static final class Ids implements Iterator<DocumentId> {
        private final Function<Optional<DocumentId>, Page<DocumentId, DocumentId>> pageAfter;
        private Iterator<DocumentId> page = List.<DocumentId>of().iterator();
        private Optional<DocumentId> after = Optional.empty();
        private boolean isAtEnd;

        Ids(Function<Optional<DocumentId>, Page<DocumentId, DocumentId>> pageAfter) {
            this.pageAfter = pageAfter;
        }

        @Override
        public boolean hasNext() {
            while (!page.hasNext() && !isAtEnd) {
                Page<DocumentId, DocumentId> next = pageAfter.apply(after);
                page = next.items().iterator();
                after = next.next();
                isAtEnd = after.isEmpty();
            }
            return page.hasNext();
        }

        @Override
        public DocumentId next() {
            if (!hasNext()) throw new NoSuchElementException();
            return page.next();
        }
    }

    @Override
    public boolean hasNext() {
        while (at == batch.size() && !isAtEnd) {
            List<Document<T>> next = batches.next();
            isAtEnd = next == null;
            batch = next == null ? List.of() : next;
            at = 0;
        }
        return at < batch.size();
    }

    @Override
    public SearchedDocument next() {
        if (!hasNext()) throw new NoSuchElementException();
        Document<T> document = batch.get(at++);
        return SearchedDocument.stored(
                document.id().text(),
                document.version().number(),
                document.storedAt().toEpochMilli(),
                form.toBytes(document.value()));
    }
}

package vesper.services.collections;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import vesper.documents.Change;
import vesper.documents.Document;
import vesper.documents.DocumentCollection;
import vesper.documents.DocumentId;
import vesper.documents.Feed;
import vesper.documents.JsonText;
import vesper.documents.queries.IndexSource;
import vesper.documents.queries.SearchedDocument;

/** The documents of a durable collection, as its index follows them. */
final class CollectionIndexSource implements IndexSource {
    /** Sequences of a durable collection go on for as long as its folder is there, and the index is in that folder. */
    private static final String LIFE = "1";

    private final DocumentCollection<JsonText> documents;

    CollectionIndexSource(DocumentCollection<JsonText> documents) {
        this.documents = documents;
    }

    @Override
    public String life() {
        return LIFE;
    }

    @Override
    public long sequence() {
        return documents.sequence();
    }

    @Override
    public Told changes(long after, int most, Duration longestWait) throws InterruptedException {
        // Where a folder of documents was put in the place of a newer one.
        if (after > documents.sequence()) return new Told.Gone();
        try (Feed<JsonText> feed = documents.follow(after)) {
            return switch (feed.next(most, longestWait)) {
                case Feed.Told.Changes<JsonText>(List<Change<JsonText>> changes) -> told(changes, after);
                case Feed.Told.Gone<JsonText> _ -> new Told.Gone();
            };
        }
    }

    private Told told(List<Change<JsonText>> changes, long after) {
        List<SearchedDocument> documents = new ArrayList<>(changes.size());
        long upTo = after;
        for (Change<JsonText> change : changes) {
            String id = change.id().text();
            long version = change.version().number();
            long at = change.at().toEpochMilli();
            documents.add(change.value()
                    .map(value -> SearchedDocument.stored(id, version, at, value.utf8()))
                    .orElseGet(() -> SearchedDocument.deleted(id, version, at)));
            upTo = change.sequence();
        }
        return new Told.Changes(documents, upTo);
    }

    @Override
    public List<SearchedDocument> list(String after, int limit) {
        Optional<DocumentId> from = after.isEmpty() ? Optional.empty() : Optional.of(new DocumentId(after));
        return documents.list(from, limit).items().stream().map(this::searched).toList();
    }

    private SearchedDocument searched(Document<JsonText> document) {
        return SearchedDocument.stored(
                document.id().text(),
                document.version().number(),
                document.storedAt().toEpochMilli(),
                document.value().utf8());
    }
}

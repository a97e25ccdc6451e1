package vesper.services.collections;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
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

/** The documents of a durable or replicated collection as the source of its index. */
final class CollectionIndexSource implements IndexSource {
    /**
     * A constant, since sequence numbers continue as long as the collection's folder exists, which also contains the
     * index.
     */
    private static final String LIFE = "1";

    /** Maximum number of indexes that follow: the current one and its replacement. */
    private static final int MAX_IDLE_FEEDS = 2;

    private final DocumentCollection<JsonText> documents;
    /** Feeds that are kept between calls, since a new feed would have to find its position in the journal each time. */
    private final Deque<Feed<JsonText>> feeds = new ArrayDeque<>();

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
    public PollResult changes(long after, int max, Duration maxWait) throws InterruptedException {
        // The folder was replaced by an older copy.
        if (after > documents.sequence()) return new PollResult.Gone();
        Feed<JsonText> feed = feedAt(after);
        return switch (feed.next(max, maxWait)) {
            case Feed.PollResult.Changes<JsonText>(List<Change<JsonText>> changes) -> {
                putBack(feed);
                yield converted(changes, after);
            }
            case Feed.PollResult.Gone<JsonText> _ -> {
                feed.close();
                yield new PollResult.Gone();
            }
        };
    }

    /** Returns the feed that stopped at this position, or a new one. */
    private Feed<JsonText> feedAt(long after) {
        synchronized (feeds) {
            for (Feed<JsonText> feed : feeds) {
                if (feed.position() == after) {
                    feeds.remove(feed);
                    return feed;
                }
            }
        }
        return documents.follow(after);
    }

    private void putBack(Feed<JsonText> feed) {
        synchronized (feeds) {
            feeds.addLast(feed);
            if (feeds.size() > MAX_IDLE_FEEDS) feeds.removeFirst().close();
        }
    }

    private PollResult converted(List<Change<JsonText>> changes, long after) {
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
        return new PollResult.Changes(documents, upTo);
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

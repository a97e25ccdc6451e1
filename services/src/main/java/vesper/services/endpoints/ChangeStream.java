package vesper.services.endpoints;

import java.io.IOException;
import java.lang.ref.WeakReference;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.springframework.http.codec.ServerSentEvent;
import vesper.codec.Codec;
import vesper.documents.Change;
import vesper.documents.DocumentCollection;
import vesper.documents.DocumentId;
import vesper.documents.Feed;
import vesper.documents.queries.DocumentMatch;
import vesper.documents.queries.Query;
import vesper.documents.queries.QueryException;
import vesper.http.Request;
import vesper.rest.EncodedEvent;
import vesper.rest.ServerSentEvents;
import vesper.rest.SseEmitter;
import vesper.services.access.CallerRules;
import vesper.services.changes.ChangeMatch;
import vesper.services.changes.ChangeText;
import vesper.services.collections.OpenCollection;

/**
 * Streams of changes as server-sent events. The id of an event is the change's sequence number, so a client that
 * reconnects with {@code Last-Event-ID} continues after it.
 */
final class ChangeStream<T> {
    private static final Duration MAX_WAIT = Duration.ofSeconds(30);
    private static final int BATCH = 64;
    /** Size of the cache of the newest events that some stream is still sending. A power of two. */
    private static final int CACHE_SIZE = 256;

    private record CachedEvent(long sequence, WeakReference<EncodedEvent> event) {}

    private final AtomicReferenceArray<@Nullable CachedEvent> cache = new AtomicReferenceArray<>(CACHE_SIZE);

    private final OpenCollection<T> collection;
    private final DocumentCollection<T> documents;
    private final DocumentAccess<T> access;
    private final ChangeText texts;
    private final InstantSource clock;

    ChangeStream(OpenCollection<T> collection, Codec codec, DocumentAccess<T> access, InstantSource clock) {
        this.access = access;
        this.collection = collection;
        this.documents = collection.documents();
        this.texts = new ChangeText(codec);
        this.clock = clock;
    }

    /**
     * @param only document whose changes are sent; null for all
     * @param lastEventId id of the last event that the client received; null for a new client
     * @param after the same, for clients that cannot set the header field
     * @param q query that the changed documents must match; null for all
     * @param request its caller receives changes of documents that it may read
     */
    ServerSentEvents follow(
            @Nullable DocumentId only,
            @Nullable String lastEventId,
            @Nullable String after,
            @Nullable String q,
            Request request) {
        var parameters = new QueryParameters();
        Optional<Long> last = sequence("Last-Event-ID", lastEventId, parameters);
        Optional<Long> requested = sequence("after", after, parameters);
        Optional<DocumentMatch> match = match(q, parameters);
        parameters.throwIfInvalid();
        // By default starts now, and includes changes that occur before the stream opens.
        long from = last.or(() -> requested).orElseGet(documents::sequence);
        CallerRules caller = access.of(request);
        return events -> {
            try (Feed<T> feed = only == null ? documents.follow(from) : documents.follow(only, from)) {
                send(feed, match, access.receiving(caller), events);
            }
        };
    }

    private static Optional<Long> sequence(String name, @Nullable String text, QueryParameters parameters) {
        if (text == null || text.isBlank()) return Optional.empty();
        try {
            long sequence = Long.parseLong(text.strip());
            if (sequence >= 0) return Optional.of(sequence);
        } catch (NumberFormatException _) {
            // Reported below.
        }
        parameters.addError(name, "expected the id of an event, a whole number");
        return Optional.empty();
    }

    private Optional<DocumentMatch> match(@Nullable String q, QueryParameters parameters) {
        if (q == null || q.isBlank()) return Optional.empty();
        try {
            return Optional.of(Query.parse(q, clock.millis()).match());
        } catch (QueryException wrong) {
            parameters.addError("q", wrong.getMessage());
            return Optional.empty();
        }
    }

    private void send(Feed<T> feed, Optional<DocumentMatch> match, Predicate<Change<T>> receiving, SseEmitter events)
            throws IOException, InterruptedException {
        while (events.isOpen()) {
            switch (feed.next(BATCH, MAX_WAIT)) {
                case Feed.PollResult.Changes<T>(List<Change<T>> changes) -> {
                    for (Change<T> change : changes) {
                        if (!receiving.test(change)) continue;
                        if (match.isEmpty() || ChangeMatch.matches(change, state(change), match.get()))
                            events.send(cachedEvent(change));
                    }
                }
                case Feed.PollResult.Gone<T>(long resumeAfter) -> {
                    events.send(missingChanges(resumeAfter));
                    return;
                }
            }
        }
    }

    private byte @Nullable [] state(Change<T> change) {
        return change.value().map(collection.form()::toBytes).orElse(null);
    }

    /** All streams send the newest changes at about the same time, so the first one encodes the event for all. */
    private EncodedEvent cachedEvent(Change<T> change) {
        int slot = (int) change.sequence() & (CACHE_SIZE - 1);
        CachedEvent known = cache.get(slot);
        EncodedEvent event = known != null && known.sequence() == change.sequence()
                ? known.event().get()
                : null;
        if (event != null) return event;
        EncodedEvent encoded = EncodedEvent.of(event(change));
        cache.set(slot, new CachedEvent(change.sequence(), new WeakReference<>(encoded)));
        return encoded;
    }

    private ServerSentEvent<String> event(Change<T> change) {
        return ServerSentEvent.builder(texts.of(change, state(change)))
                .id(Long.toString(change.sequence()))
                .event("change")
                .build();
    }

    private ServerSentEvent<String> missingChanges(long resumeAfter) {
        return ServerSentEvent.builder(texts.missingChanges(resumeAfter))
                .id(Long.toString(resumeAfter))
                .event("gone")
                .build();
    }
}

package vesper.services.endpoints;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import vesper.codec.Codec;
import vesper.codec.MediaFormat;
import vesper.documents.Document;
import vesper.documents.DocumentCollection;
import vesper.documents.DocumentId;
import vesper.documents.Page;
import vesper.documents.StateForm;
import vesper.documents.Version;
import vesper.documents.queries.CursorKey;
import vesper.documents.queries.DocumentHit;
import vesper.documents.queries.Groups;
import vesper.documents.queries.IndexNotReadyException;
import vesper.documents.queries.QueryException;
import vesper.documents.queries.QueryIndex;
import vesper.documents.queries.Search;
import vesper.documents.queries.SearchBounds;
import vesper.documents.queries.SearchResult;
import vesper.http.Request;
import vesper.http.Response;
import vesper.rest.Problem.BadValue;
import vesper.rest.ProblemType;
import vesper.services.access.CallerRules;
import vesper.services.collections.OpenCollection;

/** Lists and searches documents. Called on threads that may block. */
final class DocumentLists<T> {
    private static final Duration SEARCH_TIMEOUT = Duration.ofSeconds(10);
    private static final Duration INDEX_TIMEOUT = Duration.ofSeconds(10);
    /** Number of documents that are in memory at the same time, since each may be large. */
    private static final int BATCH = 8;
    /** Number of documents of which each is looked at for a caller who may read only some. */
    private static final int MOST_WALKED = 5000;
    /** Size at which a page ends. */
    private static final int MAX_PAGE_BYTES = 16 << 20;
    /** Maximum size of search results. These must be sent completely, since the next page starts after them. */
    private static final int MAX_RESULT_BYTES = 64 << 20;

    private final OpenCollection<T> collection;
    private final DocumentCollection<T> documents;
    private final Codec codec;
    private final CursorKey key;
    private final InstantSource clock;
    private final Freshness freshness;
    private final DocumentAccess<T> access;

    DocumentLists(
            OpenCollection<T> collection, Codec codec, CursorKey key, DocumentAccess<T> access, InstantSource clock) {
        this.access = access;
        this.collection = collection;
        this.documents = collection.documents();
        this.freshness = new Freshness(documents);
        this.codec = codec.unindented();
        this.key = key;
        this.clock = clock;
    }

    Response list(Map<String, String> parameters, Request request) throws IOException, InterruptedException {
        CallerRules caller = access.of(request);
        ListRequest query = ListRequest.of(parameters, request, key, readable(caller), clock.millis());
        if (query.isConsistent()) freshness.await();
        Optional<String> lag = freshness.lag();
        return Freshness.withLag(
                query.isSearch() ? searched(query, caller, request) : listed(query, caller, request), lag);
    }

    private ListRequest.ReadableDocuments readable(CallerRules caller) {
        boolean isLarge = caller.read().isPresent() && documents.count() > MOST_WALKED;
        return new ListRequest.ReadableDocuments(caller.read(), isLarge);
    }

    /** Lists current documents in the order of their ids. */
    private Response listed(ListRequest query, CallerRules caller, Request request)
            throws IOException, InterruptedException {
        if (caller.read().isPresent()) return listedOfCaller(query, caller, request);
        var items = new ItemText.ItemList();
        Optional<DocumentId> next = query.after();
        int left = query.limit();
        do {
            Page<Document<T>, DocumentId> page =
                    left > 0 ? documents.list(next, Math.min(left, BATCH)) : new Page<>(List.of(), Optional.empty());
            for (Document<T> document : page.items()) items.add(item(document, query));
            left -= page.items().size();
            next = page.next();
        } while (left > 0 && next.isPresent() && items.sizeBytes() < MAX_PAGE_BYTES);
        Map<String, Object> members = new LinkedHashMap<>();
        next.ifPresent(id -> members.put("next", id.text()));
        if (query.count()) members.put("total", documents.count());
        return respond(items, members, next.map(DocumentId::text), request);
    }

    /**
     * Looks at each document of a small collection, so that the caller sees the latest state. The cursor is the id of a
     * document that the caller may read.
     */
    private Response listedOfCaller(ListRequest query, CallerRules caller, Request request)
            throws IOException, InterruptedException {
        var items = new ItemText.ItemList();
        Optional<DocumentId> next = query.after();
        Optional<DocumentId> last = Optional.empty();
        boolean hasMore = false;
        int left = query.limit();
        do {
            Page<Document<T>, DocumentId> page = documents.list(next, BATCH);
            for (Document<T> document : page.items()) {
                if (hasMore || !access.mayRead(caller, document)) continue;
                hasMore = left == 0 || items.sizeBytes() >= MAX_PAGE_BYTES;
                if (hasMore) continue;
                items.add(item(document, query));
                last = Optional.of(document.id());
                left--;
            }
            next = page.next();
        } while (!hasMore && next.isPresent());
        Optional<String> cursor = hasMore ? last.map(DocumentId::text) : Optional.empty();
        Map<String, Object> members = new LinkedHashMap<>();
        cursor.ifPresent(id -> members.put("next", id));
        if (query.count()) members.put("total", count(request));
        return respond(items, members, cursor, request);
    }

    private Response searched(ListRequest query, CallerRules caller, Request request)
            throws IOException, InterruptedException {
        SearchResult result = search(query);
        var items = new ItemText.ItemList();
        for (DocumentHit hit : result.hits()) {
            var id = new DocumentId(hit.id());
            // Returns the version that was found, if it is kept; the document may have changed or been deleted since.
            Optional<Document<T>> document = documents.get(id, new Version(hit.version()));
            if (!query.searchesPastVersions()) document = document.or(() -> documents.get(id));
            // The index may lag behind, so the document itself decides.
            document.filter(it -> access.mayReadVersion(caller, it)).ifPresent(it -> items.add(item(it, query)));
            if (items.sizeBytes() > MAX_RESULT_BYTES) throw resultTooLarge();
        }
        Optional<String> next = result.next().map(cursor -> cursor.text(key));
        Map<String, Object> members = new LinkedHashMap<>();
        next.ifPresent(cursor -> members.put("next", cursor));
        if (query.count()) members.put("total", result.total());
        result.groups().ifPresent(groups -> members.put("groups", groups(groups)));
        result.groups().filter(Groups::isCut).ifPresent(groups -> {
            members.put("differentGroups", groups.different());
            members.put("notCounted", groups.notCounted());
        });
        if (!result.isComplete()) {
            members.put("incomplete", "the search timed out after " + SEARCH_TIMEOUT.toSeconds() + " s");
        }
        return respond(items, members, next, request);
    }

    private static RuntimeException resultTooLarge() {
        return ProblemType.BAD_REQUEST
                .because("The result is larger than " + (MAX_RESULT_BYTES >> 20) + " MiB")
                .withErrors(List.of(new BadValue("limit", "must be lower, or select must name fewer fields")))
                .exception();
    }

    /** Returns the number of current documents that the caller of a request may read. */
    long count(Request request) throws IOException, InterruptedException {
        CallerRules caller = access.of(request);
        if (caller.read().isEmpty()) return documents.count();
        Search counting = Search.of(caller.read().get()).limit(0);
        return documents.count() <= MOST_WALKED
                ? counting.over(AllDocuments.current(documents, collection.form()), SearchBounds.within(SEARCH_TIMEOUT))
                        .total()
                : search(ListRequest.ofSearch(counting)).total();
    }

    private SearchResult search(ListRequest query) throws IOException, InterruptedException {
        Search search = query.search();
        SearchBounds bounds = SearchBounds.within(SEARCH_TIMEOUT);
        StateForm<T> form = collection.form();
        if (query.asOf().isPresent()) {
            return search.over(AllDocuments.asOf(query.asOf().get(), documents, form), bounds);
        }
        if (query.allVersions()) return search.over(AllDocuments.versions(documents, form), bounds);
        Optional<QueryIndex> index = collection.index();
        if (index.isEmpty()) return search.over(AllDocuments.current(documents, form), bounds);
        if (query.waitsForIndex() && !index.get().await(documents.sequence(), INDEX_TIMEOUT)) {
            throw ProblemType.UNAVAILABLE
                    .because("The index is " + index.get().status().lag() + " changes behind; try again later")
                    .header("Retry-After", "1")
                    .exception();
        }
        try {
            return index.get().search(search, bounds);
        } catch (QueryException wrong) {
            var parameters = new QueryParameters();
            parameters.addError("q", wrong.getMessage());
            parameters.throwIfInvalid();
            throw new IllegalStateException("the query was rejected", wrong);
        } catch (IndexNotReadyException building) {
            throw ProblemType.UNAVAILABLE
                    .because("Documents of " + collection.name() + " cannot be searched yet: " + building.getMessage())
                    .header("Retry-After", "1")
                    .exception();
        }
    }

    private byte[] item(Document<T> document, ListRequest query) {
        byte[] state = collection.form().toBytes(document.value());
        byte[] shown = query.select().map(it -> it.of(state)).orElse(state);
        return ItemText.of(document.id(), document.version(), document.storedAt(), shown);
    }

    private static List<Map<String, Object>> groups(Groups groups) {
        List<Map<String, Object>> result = new ArrayList<>();
        for (Groups.Group group : groups.groups()) {
            Map<String, Object> one = new LinkedHashMap<>();
            switch (group.key()) {
                case Groups.Key.OfNumber(double number) -> one.put("value", number);
                case Groups.Key.OfText(String text) -> one.put("value", text);
                case Groups.Key.OfNothing() -> one.put("missing", true);
            }
            one.put("count", group.count());
            for (Groups.Figures figures : group.figures()) one.put(figures.path(), figures(figures));
            result.add(one);
        }
        return result;
    }

    private static Map<String, Object> figures(Groups.Figures figures) {
        Map<String, Object> result = new LinkedHashMap<>();
        result.put("count", figures.count());
        if (figures.count() > 0) {
            result.put("sum", figures.sum());
            result.put("min", figures.min());
            result.put("max", figures.max());
            figures.average().ifPresent(it -> result.put("avg", it));
        }
        return result;
    }

    private Response respond(
            ItemText.ItemList items, Map<String, Object> members, Optional<String> next, Request request) {
        StringBuilder more = new StringBuilder();
        members.forEach((name, value) -> more.append(",\"")
                .append(name)
                .append("\":")
                .append(new String(codec.write(MediaFormat.JSON, value), UTF_8)));
        Response response =
                Response.of(200).header("Content-Type", "application/json").body(items.end(more.toString()));
        next.ifPresent(cursor -> response.header("Link", "<" + NextPage.of(request, cursor) + ">; rel=\"next\""));
        return response;
    }
}

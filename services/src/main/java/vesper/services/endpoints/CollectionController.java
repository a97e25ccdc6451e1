package vesper.services.endpoints;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PatchMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;
import vesper.documents.Documents;
import vesper.documents.StorageException;
import vesper.documents.queries.QueryIndex;
import vesper.http.Request;
import vesper.http.Response;
import vesper.rest.Problem;
import vesper.rest.RunOn;
import vesper.rest.ServerSentEvents;
import vesper.rest.openapi.AlsoAnswers;
import vesper.rest.openapi.Described;
import vesper.services.collections.OpenCollection;
import vesper.services.schemas.Template;

/** The HTTP endpoints of a collection. Each collection has a separate instance, which is stateless. */
@RestController
public final class CollectionController<T> {
    private static final byte[] EMPTY = {};

    private final OpenCollection<T> collection;
    private final DocumentAccess<T> access;
    private final DocumentReads<T> reads;
    private final DocumentWrites<T> writes;
    private final BulkWrites<T> bulkWrites;
    private final DocumentLists<T> lists;
    private final EndpointParts parts;
    private final ChangeStream<T> changes;

    /** @param path path of the collection, {@code /api/counters} */
    public CollectionController(OpenCollection<T> collection, String path, EndpointParts parts) {
        this.collection = collection;
        this.parts = parts;
        var responses = new DocumentResponses<>(path, collection.form());
        var problems = new WriteProblems(collection.name());
        var store = new StoreCalls(collection.documents().policy().storage(), parts.disk());
        var access = new DocumentAccess<>(collection, parts.clock(), problems);
        this.access = access;
        this.reads = new DocumentReads<>(collection, responses, problems, store, access);
        var decisions = new Decisions<>(collection, store, parts.clock());
        var patches = new DocumentPatches<>(collection, parts.codec());
        this.writes =
                new DocumentWrites<>(collection, responses, problems, store, decisions, patches, access, parts.ids());
        this.bulkWrites = new BulkWrites<>(collection, writes, patches, problems, access, parts);
        this.lists = new DocumentLists<>(collection, parts.codec(), parts.cursors(), access, parts.clock());
        this.changes = new ChangeStream<>(collection, parts.codec(), access, parts.clock());
    }

    @GetMapping(produces = "application/json")
    @Described("""
            Lists or searches documents: _id, _version and _time of each, then its state.
            @param parameters q, a query; sort; limit, 50 by default, at most 1000; cursor, next from the previous page;
            asOf=TIME for documents as they were then, versions=all for all available versions; select, fields of the
            state; count=true for the total; groupBy, with figures and groups; wait=true to wait until the index includes
            all earlier writes; consistent=true to wait for all writes that any node of a cluster has acknowledged""")
    @RunOn(RunOn.Threads.PLATFORM)
    public Response list(@RequestParam Map<String, String> parameters, Request request)
            throws IOException, InterruptedException {
        return lists.list(parameters, request);
    }

    @PostMapping(consumes = "application/json", produces = "application/json")
    @Described("""
            Creates a document. The server creates its id.
            @param key a repeated request with the same key has the same outcome for 24 hours and creates nothing
            @return The document was created""")
    @AlsoAnswers(status = 201, when = "The document was created")
    @AlsoAnswers(status = 422, when = "The document does not fit the collection")
    public Response create(
            @RequestBody(required = false) byte @Nullable [] body,
            @RequestHeader(name = "Idempotency-Key", required = false) @Nullable String key,
            Request request)
            throws Exception {
        return writes.create(bytes(body), key, request);
    }

    @PostMapping(
            path = "/bulk",
            consumes = {"application/x-ndjson", "application/jsonl", "application/json"})
    @Described("""
            Executes many writes, one for each line of JSON, like {"op":"put","id":"a","version":3,"document":{}}; op is
            create, put, patch or delete, and version is optional. The response has a line with the status of each; a
            rejected write does not stop the others.""")
    @RunOn(RunOn.Threads.PLATFORM)
    public Response writeMany(@RequestBody(required = false) byte @Nullable [] body, Request request) {
        return Documents.asOneRequest(() -> bulkWrites.write(bytes(body), request));
    }

    @GetMapping(path = "/{id}", produces = "application/json")
    @Described("""
            A document as it was stored; its ETag is its version.
            @param id of the document
            @param version an available version to return instead of the current one
            @param asOf the time at which it was current: RFC 3339, or milliseconds since 1970
            @param consistent true to wait for all writes that any node of a cluster has acknowledged""")
    public Response one(
            @PathVariable("id") String id,
            @RequestParam(name = "version", required = false) @Nullable String version,
            @RequestParam(name = "asOf", required = false) @Nullable String asOf,
            @RequestParam(name = Freshness.CONSISTENT, required = false) @Nullable String consistent,
            Request request)
            throws IOException {
        return reads.one(QueryParameters.id(id), version, asOf, consistent, request);
    }

    @PutMapping(path = "/{id}", consumes = "application/json", produces = "application/json")
    @Described("""
            Creates or replaces a document. With If-Match, only if it is in that version; with If-None-Match: *, only if it
            does not exist.
            @param id of the document
            @param key a repeated request with the same key has the same outcome for 24 hours and changes nothing""")
    @AlsoAnswers(status = 201, when = "The document was created")
    @AlsoAnswers(status = 412, when = "The document is in another version")
    @AlsoAnswers(status = 422, when = "The document does not fit the collection")
    @AlsoAnswers(status = 428, when = "The collection is strict, and the request names no version")
    public Response put(
            @PathVariable("id") String id,
            @RequestBody(required = false) byte @Nullable [] body,
            @RequestHeader(name = "Idempotency-Key", required = false) @Nullable String key,
            Request request)
            throws Exception {
        return writes.put(QueryParameters.id(id), bytes(body), key, request);
    }

    @PatchMapping(
            path = "/{id}",
            consumes = {DocumentPatches.MERGE, DocumentPatches.OPERATIONS},
            produces = "application/json")
    @Described("""
            Changes a document: by a JSON Merge Patch (RFC 7396), with new values of members, null to remove one, or by
            the operations of a JSON Patch (RFC 6902), all or none.
            @param id of the document
            @param key a repeated request with the same key has the same outcome for 24 hours and changes nothing""")
    @AlsoAnswers(status = 409, when = "An operation does not fit the document, or documents never change here")
    @AlsoAnswers(status = 412, when = "The document is in another version")
    @AlsoAnswers(status = 422, when = "The patched document does not fit the collection")
    @AlsoAnswers(status = 428, when = "The collection is strict, and the request names no version")
    public Response patch(
            @PathVariable("id") String id,
            @RequestBody(required = false) byte @Nullable [] body,
            @RequestHeader(name = "Idempotency-Key", required = false) @Nullable String key,
            Request request)
            throws Exception {
        return writes.patch(QueryParameters.id(id), bytes(body), key, request);
    }

    @DeleteMapping("/{id}")
    @Described("""
            Deletes a document. Its versions remain available for a while.
            @param id of the document
            @param key a repeated request with the same key has the same outcome for 24 hours and changes nothing""")
    @AlsoAnswers(status = 204, when = "The document was deleted")
    @AlsoAnswers(status = 412, when = "The document is in another version")
    @AlsoAnswers(status = 422, when = "The idempotency key was used for another request")
    @AlsoAnswers(status = 428, when = "The collection is strict, and the request names no version")
    public Response delete(
            @PathVariable("id") String id,
            @RequestHeader(name = "Idempotency-Key", required = false) @Nullable String key,
            Request request)
            throws Exception {
        return writes.delete(QueryParameters.id(id), key, request);
    }

    @PostMapping(path = "/{id}/{action}", produces = "application/json")
    @Described("""
            Runs an action of the service on a document; the result is its next version.
            @param id of the document
            @param action one of the actions in the collection's stats
            @param key a repeated request with the same key has the same outcome for 24 hours and changes nothing""")
    @AlsoAnswers(status = 412, when = "The document is in another version")
    @AlsoAnswers(status = 422, when = "The body or the result does not fit")
    public Response act(
            @PathVariable("id") String id,
            @PathVariable("action") String action,
            @RequestBody(required = false) byte @Nullable [] body,
            @RequestHeader(name = "Idempotency-Key", required = false) @Nullable String key,
            Request request)
            throws Exception {
        return writes.act(QueryParameters.id(id), action, bytes(body), key, request);
    }

    @GetMapping(path = "/{id}/versions", produces = "application/json")
    @Described("""
            The available versions of a document, newest first; of a deleted one, too.
            @param id of the document
            @param limit how many at most, 50 by default, at most 1000
            @param cursor next from the previous page""")
    public VersionList versions(
            @PathVariable("id") String id,
            @RequestParam(name = "limit", required = false) @Nullable String limit,
            @RequestParam(name = "cursor", required = false) @Nullable String cursor,
            Request request)
            throws IOException {
        return reads.versions(QueryParameters.id(id), limit, cursor, request);
    }

    @GetMapping(path = "/{id}/changes", produces = "text/event-stream")
    @Described("""
            The changes of a document as they happen.
            @param id of the document
            @param lastEventId id of the last event that the client received
            @param after the same, for clients that cannot set the field
            @param q query that changed documents must match""")
    public ServerSentEvents changesOf(
            @PathVariable("id") String id,
            @RequestHeader(name = "Last-Event-ID", required = false) @Nullable String lastEventId,
            @RequestParam(name = "after", required = false) @Nullable String after,
            @RequestParam(name = "q", required = false) @Nullable String q,
            Request request) {
        return changes.follow(QueryParameters.id(id), lastEventId, after, q, request);
    }

    @GetMapping(path = "/changes", produces = "text/event-stream")
    @Described("""
            The changes of all documents as they happen.
            @param lastEventId id of the last event that the client received
            @param after the same, for clients that cannot set the field
            @param q query that changed documents must match""")
    public ServerSentEvents allChanges(
            @RequestHeader(name = "Last-Event-ID", required = false) @Nullable String lastEventId,
            @RequestParam(name = "after", required = false) @Nullable String after,
            @RequestParam(name = "q", required = false) @Nullable String q,
            Request request) {
        return changes.follow(null, lastEventId, after, q, request);
    }

    @GetMapping(path = "/template", produces = "application/json")
    @Described("The JSON Schema for documents, and an example document.")
    @RunOn(RunOn.Threads.PLATFORM)
    public Template template() {
        return collection
                .schema()
                .map(Template::of)
                .orElseGet(() -> Template.of(collection.requestType(), parts.comments()));
    }

    @GetMapping(path = "/stats", produces = "application/json")
    @Described("Statistics and settings of the collection.")
    @RunOn(RunOn.Threads.PLATFORM)
    public CollectionStats stats(Request request) throws IOException, InterruptedException {
        boolean isRestricted = access.of(request).read().isPresent();
        var documents = collection.documents();
        var policy = documents.policy();
        return new CollectionStats(
                collection.name(),
                collection.packageName(),
                policy.storage().name().toLowerCase(Locale.ROOT),
                lists.count(request),
                isRestricted ? OptionalLong.empty() : OptionalLong.of(documents.sequence()),
                policy.strict(),
                policy.immutable(),
                policy.versions(),
                policy.maxBytes(),
                policy.timeToLive().map(Duration::toString),
                List.copyOf(new TreeSet<>(collection.handlers().actions().keySet())),
                isRestricted ? Optional.empty() : collection.index().map(QueryIndex::status),
                isRestricted ? Optional.empty() : collection.tasks().get());
    }

    @ExceptionHandler(StorageException.class)
    public Problem storageProblem(StorageException failure, Request request) {
        return new StorageProblem(request).of(failure);
    }

    private static byte[] bytes(byte @Nullable [] body) {
        return body == null ? EMPTY : body;
    }
}

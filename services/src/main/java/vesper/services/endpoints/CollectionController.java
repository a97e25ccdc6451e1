package vesper.services.endpoints;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
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
    private static final byte[] NOTHING = {};

    private final OpenCollection<T> collection;
    private final Reading<T> reading;
    private final Writing<T> writing;
    private final BulkWriting<T> bulk;
    private final Listing<T> listing;
    private final EndpointParts parts;
    private final ChangeStream<T> changes;

    /** @param path path of the collection, {@code /api/counters} */
    public CollectionController(OpenCollection<T> collection, String path, EndpointParts parts) {
        this.collection = collection;
        this.parts = parts;
        var answers = new DocumentAnswers<>(path, collection.form());
        var refusals = new Refusals(collection.name());
        var store = new StoreCalls(collection.documents().policy().storage(), parts.disk());
        this.reading = new Reading<>(collection, answers, refusals, store);
        var decisions = new Decisions<>(collection, store, parts.clock());
        var patching = new Patching<>(collection, parts.codec());
        this.writing = new Writing<>(collection, answers, refusals, store, decisions, patching, parts.ids());
        this.bulk = new BulkWriting<>(collection, writing, patching, refusals, parts);
        this.listing = new Listing<>(collection, parts.codec(), parts.cursors(), parts.clock());
        this.changes = new ChangeStream<>(collection, parts.codec(), parts.clock());
    }

    @GetMapping(produces = "application/json")
    @Described("""
            Lists documents, or finds them: the state of each behind _id, _version and _time.
            @param parameters q, what is looked for; sort; limit, 50 where nothing is said, 1000 at most; cursor, next of the
            page before; asOf=TIME for documents as they were, versions=all for all that are kept; select, fields of the state; count=true for the total; groupBy, with figures and groups; wait=true
            to wait until everything that was written before can be found; consistent=true until that is so of what any node of a cluster has acknowledged""")
    @RunOn(RunOn.Threads.PLATFORM)
    public Response list(@RequestParam Map<String, String> parameters, Request request)
            throws IOException, InterruptedException {
        return listing.list(parameters, request);
    }

    @PostMapping(consumes = "application/json", produces = "application/json")
    @Described("""
            Creates a document, whose id is made by the server.
            @param key the same key again has the same outcome, and creates nothing more, for 24 hours
            @return It is there""")
    @AlsoAnswers(status = 201, when = "It is there")
    @AlsoAnswers(status = 422, when = "The document does not fit the collection")
    public Response create(
            @RequestBody(required = false) byte @Nullable [] body,
            @RequestHeader(name = "Idempotency-Key", required = false) @Nullable String key,
            Request request)
            throws Exception {
        return writing.create(given(body), key, request);
    }

    @PostMapping(
            path = "/bulk",
            consumes = {"application/x-ndjson", "application/jsonl", "application/json"})
    @Described("""
            Carries out many writes, a line of JSON each, like {"op":"put","id":"a","version":3,"document":{}}; op is create, put,
            patch or delete, and version may be left out. Each is answered by a line with its status; one that is refused stops none of
            the others.""")
    @RunOn(RunOn.Threads.PLATFORM)
    public Response writeMany(@RequestBody(required = false) byte @Nullable [] body, Request request) {
        return Documents.asOneRequest(() -> bulk.write(given(body), request));
    }

    @GetMapping(path = "/{id}", produces = "application/json")
    @Described("""
            A document as it was stored; its ETag is its version.
            @param id of the document
            @param version one that is kept, instead of the current one
            @param asOf the time at which it was current: RFC 3339, or milliseconds since 1970
            @param consistent true to wait until everything can be seen that any node of a cluster has acknowledged""")
    public Response one(
            @PathVariable("id") String id,
            @RequestParam(name = "version", required = false) @Nullable String version,
            @RequestParam(name = "asOf", required = false) @Nullable String asOf,
            @RequestParam(name = Freshness.CONSISTENT, required = false) @Nullable String consistent,
            Request request)
            throws IOException {
        return reading.one(Asked.id(id), version, asOf, consistent, request);
    }

    @PutMapping(path = "/{id}", consumes = "application/json", produces = "application/json")
    @Described("""
            Stores a document, whether it is there or not. With If-Match, if it is in that version; with If-None-Match: *, if it
            is not there.
            @param id of the document
            @param key the same request with the same key again has the same outcome, and changes nothing more, for 24 hours""")
    @AlsoAnswers(status = 201, when = "It was not there before")
    @AlsoAnswers(status = 412, when = "It is in another version")
    @AlsoAnswers(status = 422, when = "The document does not fit the collection")
    @AlsoAnswers(status = 428, when = "The collection is strict, and the request names no version")
    public Response put(
            @PathVariable("id") String id,
            @RequestBody(required = false) byte @Nullable [] body,
            @RequestHeader(name = "Idempotency-Key", required = false) @Nullable String key,
            Request request)
            throws Exception {
        return writing.put(Asked.id(id), given(body), key, request);
    }

    @PatchMapping(
            path = "/{id}",
            consumes = {Patching.MERGE, Patching.OPERATIONS},
            produces = "application/json")
    @Described("""
            Changes a document: by a JSON Merge Patch (RFC 7396), which has the members that are to change and null for those
            that are to go, or by the operations of a JSON Patch (RFC 6902), all or none.
            @param id of the document
            @param key the same request with the same key again has the same outcome, and changes nothing more, for 24 hours""")
    @AlsoAnswers(status = 409, when = "An operation does not fit the document, or documents never change here")
    @AlsoAnswers(status = 412, when = "It is in another version")
    @AlsoAnswers(status = 422, when = "What comes of the change does not fit the collection")
    @AlsoAnswers(status = 428, when = "The collection is strict, and the request names no version")
    public Response patch(
            @PathVariable("id") String id,
            @RequestBody(required = false) byte @Nullable [] body,
            @RequestHeader(name = "Idempotency-Key", required = false) @Nullable String key,
            Request request)
            throws Exception {
        return writing.patch(Asked.id(id), given(body), key, request);
    }

    @DeleteMapping("/{id}")
    @Described("""
            Deletes a document; its versions are kept for a while.
            @param id of the document
            @param key the same request with the same key again has the same outcome, and changes nothing more, for 24 hours""")
    @AlsoAnswers(status = 204, when = "It is gone")
    @AlsoAnswers(status = 412, when = "It is in another version")
    @AlsoAnswers(status = 422, when = "The idempotency key was used for another request")
    @AlsoAnswers(status = 428, when = "The collection is strict, and the request names no version")
    public Response delete(
            @PathVariable("id") String id,
            @RequestHeader(name = "Idempotency-Key", required = false) @Nullable String key,
            Request request)
            throws Exception {
        return writing.delete(Asked.id(id), key, request);
    }

    @PostMapping(path = "/{id}/{action}", produces = "application/json")
    @Described("""
            Has the service do something with a document; what comes of it is its next version.
            @param id of the document
            @param action one of those that the collection's stats name
            @param key the same request with the same key again has the same outcome, and changes nothing more, for 24 hours""")
    @AlsoAnswers(status = 412, when = "It is in another version")
    @AlsoAnswers(status = 422, when = "What was sent, or what came of it, does not fit")
    public Response act(
            @PathVariable("id") String id,
            @PathVariable("action") String action,
            @RequestBody(required = false) byte @Nullable [] body,
            @RequestHeader(name = "Idempotency-Key", required = false) @Nullable String key,
            Request request)
            throws Exception {
        return writing.act(Asked.id(id), action, given(body), key, request);
    }

    @GetMapping(path = "/{id}/versions", produces = "application/json")
    @Described("""
            The versions of a document that are kept, newest first; of a deleted one, too.
            @param id of the document
            @param limit how many at most, 50 where nothing is said, 1000 at most
            @param cursor next of the page before""")
    public VersionList versions(
            @PathVariable("id") String id,
            @RequestParam(name = "limit", required = false) @Nullable String limit,
            @RequestParam(name = "cursor", required = false) @Nullable String cursor,
            Request request)
            throws IOException {
        return reading.versions(Asked.id(id), limit, cursor, request);
    }

    @GetMapping(path = "/{id}/changes", produces = "text/event-stream")
    @Described("""
            The changes of a document as they happen.
            @param id of the document
            @param lastEventId what the client got last
            @param after the same, for clients that cannot set the field
            @param q what a state has to match to be told of""")
    public ServerSentEvents changesOf(
            @PathVariable("id") String id,
            @RequestHeader(name = "Last-Event-ID", required = false) @Nullable String lastEventId,
            @RequestParam(name = "after", required = false) @Nullable String after,
            @RequestParam(name = "q", required = false) @Nullable String q) {
        return changes.follow(Asked.id(id), lastEventId, after, q);
    }

    @GetMapping(path = "/changes", produces = "text/event-stream")
    @Described("""
            The changes of all documents as they happen.
            @param lastEventId what the client got last
            @param after the same, for clients that cannot set the field
            @param q what a state has to match to be told of""")
    public ServerSentEvents allChanges(
            @RequestHeader(name = "Last-Event-ID", required = false) @Nullable String lastEventId,
            @RequestParam(name = "after", required = false) @Nullable String after,
            @RequestParam(name = "q", required = false) @Nullable String q) {
        return changes.follow(null, lastEventId, after, q);
    }

    @GetMapping(path = "/template", produces = "application/json")
    @Described("What documents have to look like, as a JSON Schema, and an example of one.")
    @RunOn(RunOn.Threads.PLATFORM)
    public Template template() {
        return collection.schema().map(Template::of).orElseGet(() -> Template.of(collection.sent(), parts.comments()));
    }

    @GetMapping(path = "/stats", produces = "application/json")
    @Described("How the collection is.")
    @RunOn(RunOn.Threads.PLATFORM)
    public CollectionStats stats() {
        var documents = collection.documents();
        var policy = documents.policy();
        return new CollectionStats(
                collection.name(),
                collection.packageName(),
                policy.storage().name().toLowerCase(Locale.ROOT),
                documents.count(),
                documents.sequence(),
                policy.strict(),
                policy.immutable(),
                policy.versions(),
                policy.maxBytes(),
                policy.timeToLive().map(Duration::toString),
                List.copyOf(new TreeSet<>(collection.handlers().actions().keySet())),
                collection.index().map(QueryIndex::status),
                collection.tasks().get());
    }

    @ExceptionHandler(StorageException.class)
    public Problem notStored(StorageException failure, Request request) {
        return new StorageProblem(request).of(failure);
    }

    private static byte[] given(byte @Nullable [] body) {
        return body == null ? NOTHING : body;
    }
}

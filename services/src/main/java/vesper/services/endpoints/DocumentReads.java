package vesper.services.endpoints;

import java.io.IOException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import vesper.documents.Document;
import vesper.documents.DocumentCollection;
import vesper.documents.DocumentId;
import vesper.documents.Page;
import vesper.documents.Version;
import vesper.documents.VersionInfo;
import vesper.http.Request;
import vesper.http.Response;
import vesper.rest.ProblemException;
import vesper.rest.ProblemType;
import vesper.services.access.CallerRules;
import vesper.services.collections.OpenCollection;

/** Answers requests for a document or its history. */
final class DocumentReads<T> {
    private static final int DEFAULT_LIMIT = 50;
    private static final int MAX_LIMIT = 1000;

    private final DocumentCollection<T> documents;
    private final DocumentResponses<T> responses;
    private final WriteProblems problems;
    private final StoreCalls store;
    private final DocumentAccess<T> access;
    private final Freshness freshness;

    DocumentReads(
            OpenCollection<T> collection,
            DocumentResponses<T> responses,
            WriteProblems problems,
            StoreCalls store,
            DocumentAccess<T> access) {
        this.documents = collection.documents();
        this.freshness = new Freshness(documents);
        this.access = access;
        this.responses = responses;
        this.problems = problems;
        this.store = store;
    }

    Response one(
            DocumentId id,
            @Nullable String version,
            @Nullable String asOf,
            @Nullable String consistent,
            Request request)
            throws IOException {
        WriteCondition.requireTags(request);
        QueryParameters parameters =
                QueryParameters.requireKnown(request, List.of("version", "asOf", Freshness.CONSISTENT));
        Optional<Version> requested = parameters.version("version", version);
        Optional<Instant> time = parameters.time("asOf", asOf);
        if (version != null && asOf != null) parameters.addError("asOf", "cannot be combined with version");
        boolean isConsistent = parameters.flag(Freshness.CONSISTENT, consistent);
        parameters.throwIfInvalid();
        if (isConsistent) freshness.await();
        Optional<String> lag = freshness.lag();
        try {
            return Freshness.withLag(responses.of(read(id, version, requested, time, request)), lag);
        } catch (ProblemException notHere) {
            // Another node may have the document, so the lag is reported here too.
            throw Freshness.withLag(notHere, lag);
        }
    }

    private Document<T> read(
            DocumentId id,
            @Nullable String version,
            Optional<Version> requested,
            Optional<Instant> time,
            Request request)
            throws IOException {
        CallerRules caller = access.of(request);
        if (requested.isPresent()) {
            return requireAvailable(
                    id,
                    store.read(() ->
                            documents.get(id, requested.get()).filter(found -> access.mayReadVersion(caller, found))),
                    "in version " + version);
        }
        if (time.isPresent())
            return requireAvailable(
                    id,
                    store.read(
                            () -> documents.asOf(id, time.get()).filter(found -> access.mayReadVersion(caller, found))),
                    "of that time");
        return store.read(() -> documents.get(id).filter(found -> access.mayRead(caller, found)))
                .orElseThrow(() -> problems.noSuchDocument(id));
    }

    private Document<T> requireAvailable(DocumentId id, Optional<Document<T>> found, String when) {
        return found.orElseThrow(() -> ProblemType.NOT_FOUND
                .because("Document " + id + " " + when + " is not available or did not exist then; see its versions")
                .exception());
    }

    VersionList versions(DocumentId id, @Nullable String limit, @Nullable String cursor, Request request)
            throws IOException {
        QueryParameters parameters = QueryParameters.requireKnown(request, List.of("limit", "cursor"));
        int max = parameters.number("limit", limit, 1, MAX_LIMIT, DEFAULT_LIMIT);
        Optional<Version> before = parameters.version("cursor", cursor);
        parameters.throwIfInvalid();
        CallerRules caller = access.of(request);
        if (!store.read(() -> access.mayKnow(caller, id))) throw problems.noSuchDocument(id);
        Page<VersionInfo, Version> page = store.read(() -> documents.versions(id, before, max));
        if (page.items().isEmpty() && before.isEmpty()) throw problems.noSuchDocument(id);
        List<VersionInfo> readable = caller.read().isEmpty()
                ? page.items()
                : store.read(() -> page.items().stream()
                        .filter(info -> mayRead(caller, id, info))
                        .toList());
        List<VersionList.Item> items = readable.stream()
                .map(it -> new VersionList.Item(
                        it.version().number(), it.at(), it.action().name()))
                .toList();
        return new VersionList(items, page.next().map(it -> Long.toString(it.number())));
    }

    /**
     * A deletion has no state: the caller may see it as part of a document whose other versions the caller may read.
     */
    private boolean mayRead(CallerRules caller, DocumentId id, VersionInfo info) {
        return documents
                .get(id, info.version())
                .map(version -> access.mayRead(caller, version))
                .orElse(true);
    }
}

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
import vesper.services.collections.OpenCollection;

/** Answers requests for a document or its history. */
final class DocumentReads<T> {
    private static final int DEFAULT_LIMIT = 50;
    private static final int MAX_LIMIT = 1000;

    private final DocumentCollection<T> documents;
    private final DocumentResponses<T> responses;
    private final WriteProblems problems;
    private final StoreCalls store;
    private final Freshness freshness;

    DocumentReads(
            OpenCollection<T> collection, DocumentResponses<T> responses, WriteProblems problems, StoreCalls store) {
        this.documents = collection.documents();
        this.freshness = new Freshness(documents);
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
            return Freshness.withLag(responses.of(read(id, version, requested, time)), lag);
        } catch (ProblemException notHere) {
            // Another node may have the document, so the lag is reported here too.
            throw Freshness.withLag(notHere, lag);
        }
    }

    private Document<T> read(
            DocumentId id, @Nullable String version, Optional<Version> requested, Optional<Instant> time)
            throws IOException {
        if (requested.isPresent()) {
            return requireAvailable(id, store.read(() -> documents.get(id, requested.get())), "in version " + version);
        }
        if (time.isPresent())
            return requireAvailable(id, store.read(() -> documents.asOf(id, time.get())), "of that time");
        return store.read(() -> documents.get(id)).orElseThrow(() -> problems.noSuchDocument(id));
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
        Page<VersionInfo, Version> page = store.read(() -> documents.versions(id, before, max));
        if (page.items().isEmpty() && before.isEmpty()) throw problems.noSuchDocument(id);
        List<VersionList.Item> items = page.items().stream()
                .map(it -> new VersionList.Item(
                        it.version().number(), it.at(), it.action().name()))
                .toList();
        return new VersionList(items, page.next().map(it -> Long.toString(it.number())));
    }
}

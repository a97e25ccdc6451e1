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
final class Reading<T> {
    private static final int USUAL_LIMIT = 50;
    private static final int MOST = 1000;

    private final DocumentCollection<T> documents;
    private final DocumentAnswers<T> answers;
    private final Refusals refusals;
    private final StoreCalls store;
    private final Freshness freshness;

    Reading(OpenCollection<T> collection, DocumentAnswers<T> answers, Refusals refusals, StoreCalls store) {
        this.documents = collection.documents();
        this.freshness = new Freshness(documents);
        this.answers = answers;
        this.refusals = refusals;
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
        Asked asked = Asked.only(request, List.of("version", "asOf", Freshness.CONSISTENT));
        Optional<Version> wanted = asked.version("version", version);
        Optional<Instant> time = asked.time("asOf", asOf);
        if (version != null && asOf != null) asked.bad("asOf", "does not go with version");
        boolean isConsistent = asked.isTrue(Freshness.CONSISTENT, consistent);
        asked.refuse();
        if (isConsistent) freshness.await();
        Optional<String> lag = freshness.lag();
        try {
            return Freshness.told(answers.of(read(id, version, wanted, time)), lag);
        } catch (ProblemException notHere) {
            // Another node may have the document, so the lag is reported here too.
            throw Freshness.told(notHere, lag);
        }
    }

    private Document<T> read(DocumentId id, @Nullable String version, Optional<Version> wanted, Optional<Instant> time)
            throws IOException {
        if (wanted.isPresent()) {
            return then(id, store.read(() -> documents.get(id, wanted.get())), "in version " + version);
        }
        if (time.isPresent()) return then(id, store.read(() -> documents.asOf(id, time.get())), "of that time");
        return store.read(() -> documents.get(id)).orElseThrow(() -> refusals.noSuchDocument(id));
    }

    private Document<T> then(DocumentId id, Optional<Document<T>> found, String when) {
        return found.orElseThrow(() -> ProblemType.NOT_FOUND
                .because("Document " + id + " " + when
                        + " is not kept, or it was not there then; its versions say which are")
                .exception());
    }

    VersionList versions(DocumentId id, @Nullable String limit, @Nullable String cursor, Request request)
            throws IOException {
        Asked asked = Asked.only(request, List.of("limit", "cursor"));
        int most = asked.number("limit", limit, 1, MOST, USUAL_LIMIT);
        Optional<Version> before = asked.version("cursor", cursor);
        asked.refuse();
        Page<VersionInfo, Version> page = store.read(() -> documents.versions(id, before, most));
        if (page.items().isEmpty() && before.isEmpty()) throw refusals.noSuchDocument(id);
        List<VersionList.Item> items = page.items().stream()
                .map(it -> new VersionList.Item(
                        it.version().number(), it.at(), it.action().name()))
                .toList();
        return new VersionList(items, page.next().map(it -> Long.toString(it.number())));
    }
}

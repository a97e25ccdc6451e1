package vesper.services.endpoints;

import java.time.Instant;
import java.util.regex.Pattern;
import vesper.documents.Document;
import vesper.documents.DocumentId;
import vesper.documents.StateForm;
import vesper.documents.Version;
import vesper.http.Request;
import vesper.http.Response;
import vesper.http.fields.HttpDate;

/** Documents as answers: the state as it is stored, with its version as {@code ETag}. */
final class DocumentAnswers<T> {
    private static final String JSON = "application/json";
    private static final String MINIMAL = "return=minimal";
    /** A token or a quoted text, which are the same, with parameters or others behind it. */
    private static final Pattern PREFERS_MINIMAL =
            Pattern.compile("(?i)(?:^|,)\\s*return\\s*=\\s*(?-i:minimal|\"minimal\")\\s*(?:[,;]|$)");

    private final String path;
    private final StateForm<T> form;

    /** @param path of the collection, {@code /api/counters} */
    DocumentAnswers(String path, StateForm<T> form) {
        this.path = path;
        this.form = form;
    }

    Response of(Document<T> document) {
        return of(200, document.version(), document.storedAt(), document.value());
    }

    /** A new document. */
    Response created(DocumentId id, Version version, Instant at, T value, Request request) {
        return changed(201, version, at, value, request).header("Location", path + "/" + id);
    }

    /** One that was new at an earlier attempt, and of which that version is not kept. */
    Response wasCreated(DocumentId id, Version version) {
        return Response.of(201).header("ETag", WriteCondition.tag(version)).header("Location", path + "/" + id);
    }

    /** One that an earlier attempt has changed, and of which that version is not kept. */
    Response wasChanged(Version version) {
        return Response.of(204).header("ETag", WriteCondition.tag(version));
    }

    /** A document after a change, or its head alone where that is preferred (RFC 7240). */
    Response changed(int status, Version version, Instant at, T value, Request request) {
        if (!prefersMinimal(request)) return of(status, version, at, value);
        Response bare = status == 200 ? Response.of(204) : Response.of(status);
        return bare.header("ETag", WriteCondition.tag(version)).header("Preference-Applied", MINIMAL);
    }

    private Response of(int status, Version version, Instant at, T value) {
        return Response.of(status)
                .header("Content-Type", JSON)
                .header("ETag", WriteCondition.tag(version))
                .header("Last-Modified", HttpDate.format(at))
                .body(form.toBytes(value));
    }

    private static boolean prefersMinimal(Request request) {
        String preferred = request.headers().combinedOrNull("Prefer");
        return preferred != null && PREFERS_MINIMAL.matcher(preferred).find();
    }
}

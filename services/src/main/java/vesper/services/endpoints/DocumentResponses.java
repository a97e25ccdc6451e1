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

/** Responses with documents: the stored state, with its version as {@code ETag}. */
final class DocumentResponses<T> {
    private static final String JSON = "application/json";
    private static final String MINIMAL = "return=minimal";
    /** The value is a token or a quoted string, which are equivalent; parameters or other preferences may follow. */
    private static final Pattern PREFERS_MINIMAL =
            Pattern.compile("(?i)(?:^|,)\\s*return\\s*=\\s*(?-i:minimal|\"minimal\")\\s*(?:[,;]|$)");

    private final String path;
    private final StateForm<T> form;

    /** @param path path of the collection, {@code /api/counters} */
    DocumentResponses(String path, StateForm<T> form) {
        this.path = path;
        this.form = form;
    }

    Response of(Document<T> document) {
        return of(200, document.version(), document.storedAt(), document.value());
    }

    /** Returns the response for a new document. */
    Response created(DocumentId id, Version version, Instant at, T value, Request request) {
        return changed(201, version, at, value, request).header("Location", path + "/" + id);
    }

    /** Returns the response for a repeated request that had created a document, if that version is no longer kept. */
    Response createdEarlier(DocumentId id, Version version) {
        return Response.of(201).header("ETag", WriteCondition.tag(version)).header("Location", path + "/" + id);
    }

    /** Returns the response for a repeated request that had changed a document, if that version is no longer kept. */
    Response changedEarlier(Version version) {
        return Response.of(204).header("ETag", WriteCondition.tag(version));
    }

    /** Returns the response for a changed document, without the body if the client prefers that (RFC 7240). */
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

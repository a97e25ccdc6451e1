package vesper.services.endpoints;

import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import vesper.documents.DocumentId;
import vesper.documents.Refusal;
import vesper.documents.Version;
import vesper.documents.Write;
import vesper.rest.Problem;
import vesper.rest.Problem.BadValue;
import vesper.rest.ProblemException;
import vesper.rest.ProblemType;
import vesper.services.collections.DocumentBodies;

/** Describes to clients why a write stored nothing. */
final class WriteProblems {
    private static final Logger LOG = LoggerFactory.getLogger(WriteProblems.class);
    private static final int CONFLICT = 409;
    private static final int PRECONDITION_FAILED = 412;
    private static final int UNPROCESSABLE = 422;
    private static final int PRECONDITION_REQUIRED = 428;
    private static final String RETRY_AFTER_SECONDS = "1";

    private final String collection;

    WriteProblems(String collection) {
        this.collection = collection;
    }

    ProblemException noSuchDocument(DocumentId id) {
        return missing(id).exception();
    }

    /** @param requiresDocument true if the request's condition requires a document, by {@code If-Match} */
    ProblemException of(DocumentId id, Write write, boolean requiresDocument) {
        return switch (write) {
            case Write.Refused(List<Refusal> reasons) -> DocumentBodies.invalid(reasons);
            case Write.Missing()
            when requiresDocument ->
                ProblemType.ofStatus(PRECONDITION_FAILED)
                        .because("There is no document " + id + " in " + collection)
                        .exception();
            default -> problem(id, write).exception();
        };
    }

    /** Logs a failure of a package's code, whose details are hidden from clients. */
    Problem serviceFailed(Throwable failure) {
        LOG.error("a service of collection {} failed", collection, failure);
        return ProblemType.SERVER_ERROR.because("The service failed");
    }

    private Problem problem(DocumentId id, Write write) {
        return switch (write) {
            case Write.Missing() -> missing(id);
            case Write.Stale stale -> stale(id, stale.current());
            case Write.Exists(Version current) -> stale(id, current);
            case Write.Unnamed(Version current) ->
                inVersion(
                        PRECONDITION_REQUIRED,
                        "Changes in " + collection
                                + " must name the version they are based on, for example If-Match: "
                                + WriteCondition.tag(current),
                        current);
            case Write.Immutable(Version current) ->
                inVersion(CONFLICT, "Documents of " + collection + " never change once they are created", current);
            case Write.TooLarge(long size, long limit) ->
                ProblemType.TOO_LARGE.because(
                        "The document has " + size + " bytes; the limit of " + collection + " is " + limit);
            case Write.Busy() ->
                ProblemType.UNAVAILABLE
                        .because("Document " + id
                                + " is locked, or the disk or the cluster is overloaded; nothing was changed")
                        .header("Retry-After", RETRY_AFTER_SECONDS);
            case Write.KeyUsed() -> keyReused();
            case Write.Deadlocked() ->
                ProblemType.UNAVAILABLE
                        .because("A deadlock was resolved by aborting this change; nothing was changed")
                        .header("Retry-After", RETRY_AFTER_SECONDS);
            case Write.OutcomeUnknown() ->
                ProblemType.UNAVAILABLE
                        .because("The cluster did not answer in time, so the outcome is unknown: document " + id
                                + " may have changed. Retry with If-Match or the same Idempotency-Key")
                        .header("Retry-After", RETRY_AFTER_SECONDS);
            case Write.Stored _, Write.Unchanged _, Write.Refused _ ->
                throw new IllegalStateException("not a rejected write: " + write);
        };
    }

    /** Returns the problem required by draft-ietf-httpapi-idempotency-key-header, section 2.7. */
    static Problem keyReused() {
        return ProblemType.ofStatus(UNPROCESSABLE)
                .because("The idempotency key was used for another request")
                .withErrors(List.of(new BadValue(
                        IdempotencyKeys.FIELD,
                        "was used with another body or document, or the outcome of its request is no longer known")));
    }

    private Problem missing(DocumentId id) {
        return ProblemType.NOT_FOUND.because("There is no document " + id + " in " + collection);
    }

    private static Problem stale(DocumentId id, Version current) {
        return inVersion(PRECONDITION_FAILED, "Document " + id + " is now at version " + current.number(), current);
    }

    private static Problem inVersion(int status, String detail, Version current) {
        return ProblemType.ofStatus(status)
                .because(detail)
                .member("version", current.number())
                .header("ETag", WriteCondition.tag(current));
    }
}

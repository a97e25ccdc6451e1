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
import vesper.services.collections.SentBodies;

/** Describes to clients why a write stored nothing. */
final class Refusals {
    private static final Logger LOG = LoggerFactory.getLogger(Refusals.class);
    private static final int CONFLICT = 409;
    private static final int PRECONDITION_FAILED = 412;
    private static final int UNPROCESSABLE = 422;
    private static final int PRECONDITION_REQUIRED = 428;
    private static final String SOON = "1";

    private final String collection;

    Refusals(String collection) {
        this.collection = collection;
    }

    ProblemException noSuchDocument(DocumentId id) {
        return missing(id).exception();
    }

    /** @param wantsOne true if the request's condition requires a document, by {@code If-Match} */
    ProblemException of(DocumentId id, Write write, boolean wantsOne) {
        return switch (write) {
            case Write.Refused(List<Refusal> reasons) -> SentBodies.refused(reasons);
            case Write.Missing()
            when wantsOne ->
                ProblemType.ofStatus(PRECONDITION_FAILED)
                        .because("There is no document " + id + " in " + collection)
                        .exception();
            default -> problem(id, write).exception();
        };
    }

    /** Logs a failure of a package's code, whose details are hidden from clients. */
    Problem failed(Throwable failure) {
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
                                + " have to name the version that they were made against, by If-Match: "
                                + WriteCondition.tag(current) + " for example",
                        current);
            case Write.Immutable(Version current) ->
                inVersion(CONFLICT, "Documents of " + collection + " never change once they are created", current);
            case Write.TooLarge(long size, long limit) ->
                ProblemType.TOO_LARGE.because(
                        "A document of " + size + " bytes; " + collection + " takes at most " + limit);
            case Write.Busy() ->
                ProblemType.UNAVAILABLE
                        .because("Document " + id
                                + " is being changed, or the disk or the cluster is behind; nothing was changed")
                        .header("Retry-After", SOON);
            case Write.KeyUsed() -> usedForAnother();
            case Write.Deadlocked() ->
                ProblemType.UNAVAILABLE
                        .because(
                                "Changes waited for each other in a circle, and this one gave way; nothing was changed")
                        .header("Retry-After", SOON);
            case Write.Unsure() ->
                ProblemType.UNAVAILABLE
                        .because("Others of the cluster did not answer in time: whether document " + id
                                + " was changed is not known. The same can be sent again, with If-Match or the"
                                + " Idempotency-Key that it had")
                        .header("Retry-After", SOON);
            case Write.Stored _, Write.Unchanged _, Write.Refused _ ->
                throw new IllegalStateException("no refusal: " + write);
        };
    }

    /** Returns the problem required by draft-ietf-httpapi-idempotency-key-header, section 2.7. */
    static Problem usedForAnother() {
        return ProblemType.ofStatus(UNPROCESSABLE)
                .because("The idempotency key was used for another request")
                .at(
                        List.of(
                                new BadValue(
                                        OnceMore.FIELD,
                                        "belongs to a request with another body, to another document, or to one whose outcome is not known any more")));
    }

    private Problem missing(DocumentId id) {
        return ProblemType.NOT_FOUND.because("There is no document " + id + " in " + collection);
    }

    private static Problem stale(DocumentId id, Version current) {
        return inVersion(
                PRECONDITION_FAILED, "Document " + id + " is in version " + current.number() + " now", current);
    }

    private static Problem inVersion(int status, String detail, Version current) {
        return ProblemType.ofStatus(status)
                .because(detail)
                .member("version", current.number())
                .header("ETag", WriteCondition.tag(current));
    }
}

package vesper.services.endpoints;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletionException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import vesper.documents.DocumentCollection;
import vesper.documents.Storage;
import vesper.http.Response;
import vesper.rest.ProblemException;
import vesper.rest.ProblemType;

/**
 * How new what is read has to be, and how old it may be: of documents that several nodes have, each node answers from its
 * own copy, which is a little behind.
 */
final class Freshness {
    /** The parameter by which a request wants to see all that was acknowledged before it. */
    static final String CONSISTENT = "consistent";

    private static final Logger LOG = LoggerFactory.getLogger(Freshness.class);
    private static final String LAG = "Vesper-Lag";
    private static final String SOON = "1";
    private static final long NANOS_OF_MILLI = 1_000_000;

    private final DocumentCollection<?> documents;
    private final boolean isReplicated;

    Freshness(DocumentCollection<?> documents) {
        this.documents = documents;
        this.isReplicated = documents.policy().storage() == Storage.REPLICATED;
    }

    /** Waits until all can be seen that was acknowledged anywhere before this call. */
    void await() {
        try {
            documents.current().join();
        } catch (CompletionException failure) {
            LOG.debug("{} is not current", documents.name(), failure);
            throw ProblemType.UNAVAILABLE
                    .because(
                            "The cluster does not say what is newest; without consistent=true this node answers with what"
                                    + " it has")
                    .header("Retry-After", SOON)
                    .exception();
        }
    }

    /**
     * How old what is read after this may be, in milliseconds: what was acknowledged anywhere before that is in it. It is
     * asked first, since the copy may get newer while it is read. Empty where documents are nowhere else.
     */
    Optional<String> lag() {
        if (!isReplicated) return Optional.empty();
        return Optional.of(documents.lag().map(Freshness::millis).orElse("unknown"));
    }

    /** No less than it is. */
    private static String millis(Duration lag) {
        return Long.toString(lag.plusNanos(NANOS_OF_MILLI - 1).toMillis());
    }

    /** @param lag as it was before it was read */
    static Response told(Response response, Optional<String> lag) {
        return lag.map(millis -> response.header(LAG, millis)).orElse(response);
    }

    /** The same for what is answered instead. */
    static ProblemException told(ProblemException instead, Optional<String> lag) {
        return lag.map(millis -> instead.problem().header(LAG, millis).exception())
                .orElse(instead);
    }
}

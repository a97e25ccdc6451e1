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
 * The freshness of reads. With replicated documents, each node answers from its own copy, which lags slightly behind.
 */
final class Freshness {
    /** Parameter with which a request asks to see everything that was acknowledged before it. */
    static final String CONSISTENT = "consistent";

    private static final Logger LOG = LoggerFactory.getLogger(Freshness.class);
    private static final String LAG = "Vesper-Lag";
    private static final String RETRY_AFTER_SECONDS = "1";
    private static final long NANOS_OF_MILLI = 1_000_000;

    private final DocumentCollection<?> documents;
    private final boolean isReplicated;

    Freshness(DocumentCollection<?> documents) {
        this.documents = documents;
        this.isReplicated = documents.policy().storage() == Storage.REPLICATED;
    }

    /** Waits until this node has everything that any node acknowledged before this call. */
    void await() {
        try {
            documents.current().join();
        } catch (CompletionException failure) {
            LOG.debug("{} is not current", documents.name(), failure);
            throw ProblemType.UNAVAILABLE
                    .because("The cluster does not answer; without consistent=true, this node answers from its copy")
                    .header("Retry-After", RETRY_AFTER_SECONDS)
                    .exception();
        }
    }

    /**
     * Returns the replication lag in milliseconds, or {@code unknown} until this node has caught up. A read that
     * follows this call includes everything that was acknowledged longer ago than that. Call this before the read,
     * since the copy may become newer during the read. Returns empty if the documents are not replicated.
     */
    Optional<String> lag() {
        if (!isReplicated) return Optional.empty();
        return Optional.of(documents.lag().map(Freshness::millis).orElse("unknown"));
    }

    /** Rounds up. */
    private static String millis(Duration lag) {
        return Long.toString(lag.plusNanos(NANOS_OF_MILLI - 1).toMillis());
    }

    /** @param lag the lag before the read */
    static Response withLag(Response response, Optional<String> lag) {
        return lag.map(millis -> response.header(LAG, millis)).orElse(response);
    }

    /** Adds the lag to a problem that replaces the response. */
    static ProblemException withLag(ProblemException instead, Optional<String> lag) {
        return lag.map(millis -> instead.problem().header(LAG, millis).exception())
                .orElse(instead);
    }
}

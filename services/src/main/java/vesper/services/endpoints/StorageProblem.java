package vesper.services.endpoints;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import vesper.documents.SilentLogException;
import vesper.documents.StorageException;
import vesper.http.Method;
import vesper.http.Request;
import vesper.journal.JournalFullException;
import vesper.rest.Problem;
import vesper.rest.ProblemType;

/**
 * The problem for a request that failed because the disk is full or broken, or the cluster does not answer. The log
 * names the file or server and the failure, once for all writes of the request.
 */
final class StorageProblem {
    private static final Logger LOG = LoggerFactory.getLogger(StorageProblem.class);
    private static final String RETRY_AFTER_SECONDS = "1";
    private static final ProblemType FULL = ProblemType.ofStatus(507);

    private final Request request;
    private boolean isLogged;

    StorageProblem(Request request) {
        this.request = request;
    }

    Problem of(StorageException failure) {
        if (!isLogged) LOG.warn("{} {}: {}", request.method(), request.path(), failure.getMessage());
        isLogged = true;
        boolean reads = request.method() == Method.GET || request.method() == Method.HEAD;
        if (failure.getCause() instanceof JournalFullException) {
            return FULL.because("The server's disk is full" + (reads ? "" : "; nothing was stored"));
        }
        if (failure.getCause() instanceof SilentLogException) {
            return ProblemType.UNAVAILABLE
                    .because("The cluster does not answer" + (reads ? "" : "; the outcome of this write is unknown"))
                    .header("Retry-After", RETRY_AFTER_SECONDS);
        }
        String failed = "The server's disk has failed";
        return ProblemType.UNAVAILABLE.because(
                reads ? failed : failed + "; the outcome of this write is known after a restart");
    }
}

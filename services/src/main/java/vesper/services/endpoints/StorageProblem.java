package vesper.services.endpoints;

import vesper.documents.StorageException;
import vesper.journal.JournalFullException;
import vesper.rest.Problem;
import vesper.rest.ProblemType;

/** What clients are told where the disk is full or has failed. */
final class StorageProblem {
    private static final ProblemType FULL = ProblemType.ofStatus(507);

    private StorageProblem() {}

    static Problem of(StorageException failure) {
        boolean isFull = failure.getCause() instanceof JournalFullException;
        return (isFull ? FULL : ProblemType.UNAVAILABLE).because("Nothing was stored: " + failure.getMessage());
    }
}

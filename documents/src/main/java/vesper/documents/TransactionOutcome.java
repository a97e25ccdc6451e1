package vesper.documents;

import java.util.List;

/** What came of a transaction. */
public sealed interface TransactionOutcome<R> {
    /** All that it wrote is stored, in the order of the writes. */
    record Committed<R>(R result, List<Write.Stored> stored) implements TransactionOutcome<R> {}

    /** Something stands against one of its writes; nothing was stored. */
    record Refused<R>(String collection, DocumentId id, Write why) implements TransactionOutcome<R> {}

    /** Others changed what it had read, each time it was tried; nothing was stored. */
    record Contended<R>(int attempts) implements TransactionOutcome<R> {}
}

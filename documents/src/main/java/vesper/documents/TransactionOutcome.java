package vesper.documents;

import java.util.List;

/** The outcome of a transaction. */
public sealed interface TransactionOutcome<R> {
    /** All writes are stored, in their order. */
    record Committed<R>(R result, List<Write.Stored> stored) implements TransactionOutcome<R> {}

    /** One of the writes was refused; nothing was stored. */
    record Refused<R>(String collection, DocumentId id, Write why) implements TransactionOutcome<R> {}

    /** Other writers changed documents that it had read, in every attempt; nothing was stored. */
    record Contended<R>(int attempts) implements TransactionOutcome<R> {}
}

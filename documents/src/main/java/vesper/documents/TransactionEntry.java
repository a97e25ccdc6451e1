package vesper.documents;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import vesper.documents.DocumentLog.Waiting;

/**
 * The writes of a transaction. In the journal they are one entry, so that after a crash all of them are there or none.
 */
final class TransactionEntry {
    /** A write to a durable document. */
    interface Part {
        /** Takes the sequence and returns the record. The caller holds the log's monitor. */
        ByteBuffer record();

        /** Gives the sequence back, because nothing was appended. */
        void returnSequence();

        /** @param position of the entry in the log, whose monitor the caller holds */
        Waiting entered(long position);
    }

    private final Write.Stored[] stored;
    private final List<Part> parts = new ArrayList<>();
    private @Nullable DocumentLog log;
    private @Nullable Waiting last;

    TransactionEntry(int writes) {
        stored = new Write.Stored[writes];
    }

    void stored(int index, Write.Stored write) {
        stored[index] = write;
    }

    void add(DocumentLog appendedTo, Part part) {
        log = appendedTo;
        parts.add(part);
    }

    /** Appends the durable writes. The caller holds all stripes. */
    void append() {
        DocumentLog into = log;
        if (into == null) return;
        synchronized (into) {
            long position = append(into);
            List<Waiting> entered = new ArrayList<>();
            for (Part part : parts) entered.add(part.entered(position));
            // All are registered by now: a log that does not wait makes each visible as it is added.
            entered.forEach(into::add);
            last = entered.getLast();
        }
    }

    private long append(DocumentLog into) {
        List<ByteBuffer> records = parts.stream().map(Part::record).toList();
        try {
            return into.append(LogEntry.TRANSACTION, LogEntry.transaction(records));
        } catch (RuntimeException failure) {
            parts.forEach(Part::returnSequence);
            throw failure;
        }
    }

    /** Waits for the acknowledgement. The caller holds no stripe. */
    List<Write.Stored> await() {
        if (log != null && last != null) log.await(last);
        return List.of(stored);
    }
}

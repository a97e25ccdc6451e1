package vesper.documents;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import vesper.documents.DocumentLog.Waiting;

/** What a transaction stores: in the journal one entry, so that all of it is there after a crash or nothing. */
final class TransactionEntry {
    /** A write to a durable document. */
    interface Part {
        /** With its sequence, which is taken now. The log's monitor is held. */
        ByteBuffer record();

        /** Nothing was appended. */
        void giveSequenceBack();

        /** @param position of the entry in the log, whose monitor is held */
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

    /** Appends what is durable. All stripes are held. */
    void append() {
        DocumentLog into = log;
        if (into == null) return;
        synchronized (into) {
            long position = append(into);
            List<Waiting> entered = new ArrayList<>();
            for (Part part : parts) entered.add(part.entered(position));
            // Only now, since a log that does not wait shows each as it is added.
            entered.forEach(into::add);
            last = entered.getLast();
        }
    }

    private long append(DocumentLog into) {
        List<ByteBuffer> records = parts.stream().map(Part::record).toList();
        try {
            return into.append(LogEntry.TRANSACTION, LogEntry.transaction(records));
        } catch (RuntimeException failure) {
            parts.forEach(Part::giveSequenceBack);
            throw failure;
        }
    }

    /** Waits until it is acknowledged. No stripe is held. */
    List<Write.Stored> await() {
        if (log != null && last != null) log.await(last);
        return List.of(stored);
    }
}

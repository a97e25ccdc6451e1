package vesper.documents;

import java.io.Closeable;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.SortedMap;
import java.util.concurrent.CompletableFuture;

/**
 * The versions of a replicated collection, in the one order in which all nodes receive them. Every node keeps a copy.
 * The log retains as many versions of each document as the collection does.
 */
public interface SharedLog extends Closeable {
    /** Minimum time for which the log remembers the names of appended attempts. */
    Duration NAMES_KNOWN = Duration.ofMinutes(2);

    /**
     * One version of a document.
     *
     * @param version counted from 1
     * @param body empty for a deletion
     */
    record Entry(
            DocumentId id, long version, Action action, long atMillis, Optional<IdempotencyKey> key, JsonText body) {}

    /** The outcome of an attempt to append. */
    sealed interface Outcome {
        /**
         * The entry is in the log, by this attempt or an earlier one of the same name. It stays for as long as versions
         * of its document do.
         *
         * @param isRepeated true if an earlier attempt of the same name appended it, perhaps of another node
         */
        record Appended(long sequence, boolean isRepeated) implements Outcome {
            public Appended(long sequence) {
                this(sequence, false);
            }
        }

        /** The document's newest entry is not the expected one. Nothing was appended. */
        record Conflict() implements Outcome {}

        /**
         * This attempt appends nothing, now or later: the body has this many bytes, and the log takes at most the limit
         * in addition to the rest of the entry.
         */
        record TooLarge(long sizeBytes, long limitBytes) implements Outcome {}

        /** The outcome is unknown: the entry may be in the log, may still be appended, or may never be. */
        record Unknown(String why) implements Outcome {}
    }

    /** A log and a copy have diverged: one of them was set back to an earlier state, or belongs to another log. */
    final class DivergedException extends RuntimeException {
        private static final long serialVersionUID = 1L;

        DivergedException(String what) {
            super(what);
        }
    }

    /** The receiver of the log's entries. They are delivered in order, one call at a time. */
    interface Follower {
        /** Returns the identity of the log that the copy follows; empty if it does not follow one yet. */
        Optional<String> origin();

        /** Binds an empty copy to this log. The binding is on the disk before anything is delivered. */
        void begin(String origin) throws IOException;

        /** Returns whether the copy's newest version of a document is this entry, stored at this sequence. */
        boolean has(long sequence, Entry entry);

        /**
         * Receives an entry. If this throws, the same entry is delivered again a little later.
         *
         * @throws DivergedException if the copy has other versions than the log; nothing more can be delivered then
         * @param sequence above that of the call before; entries between the two are no longer retained
         * @param attempt the name under which the entry was appended
         */
        void entry(long sequence, String attempt, Entry entry);

        /** Receives a {@linkplain SharedLog#mark mark}. */
        void mark(long sequence);

        /**
         * Returns the digests of some documents of the copy; empty while it does not follow a log. Thread-safe.
         *
         * @param after id before the first document; empty for the start of the collection
         */
        Optional<CopyPart> part(String after);

        /**
         * Compares the copy with a part of another node's. Returns the differences in words, by document. Thread-safe.
         *
         * @return empty if the two cannot be compared: this copy has received less, or follows another log
         */
        Optional<SortedMap<String, String>> differences(CopyPart theirs);
    }

    /** The logs of a cluster. */
    interface Opening {
        /** @throws IOException if the cluster cannot be reached, or does not store entries as required */
        SharedLog open(String collection, CollectionPolicy policy) throws IOException;
    }

    /**
     * Appends an entry if its document's newest entry has this sequence. Does not block.
     *
     * @param expected 0 if the document must have no entry
     * @param attempt a name under which nothing is appended twice, for {@link #NAMES_KNOWN} at least
     */
    CompletableFuture<Outcome> append(Entry entry, long expected, String attempt);

    /**
     * Appends an entry without content. A node that receives it has received everything that was appended before this
     * call.
     */
    CompletableFuture<Outcome> mark();

    /**
     * The end of a log, as known to the server that leads it or believes to.
     *
     * @param sequence sequence of the newest entry
     * @param age time since a majority last confirmed the leader; other servers may have entries that were appended
     *     since
     */
    record Newest(long sequence, Duration age) {}

    /** Asks for the end of the log. Fails if no server answers. */
    CompletableFuture<Newest> newest();

    /**
     * Delivers all entries after this sequence until the log is closed, and none while there is
     * {@linkplain #trouble trouble}. Call it once.
     */
    void follow(long after, Follower follower);

    /**
     * Returns the reason why the copy cannot follow the log: it is another log than the copy's, it lacks entries that
     * the copy has, or it does not retain what it should. Nothing is appended then. Empty if no such problem is known.
     */
    Optional<String> trouble();

    /**
     * Returns the term in which this node leads the collection, and so does what one node has to do for it. Each term
     * has its own number; only if the cluster has lost its count may two have the same, by chance. Empty if this node
     * does not lead, cannot be sure that it does, or cannot append because of {@linkplain #trouble trouble}.
     */
    OptionalLong term();

    /** Stops deliveries soon; {@link #close} waits until they have stopped. */
    void stop();
}

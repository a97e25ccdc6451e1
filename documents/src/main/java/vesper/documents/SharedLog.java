package vesper.documents;

import java.io.Closeable;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.SortedMap;
import java.util.concurrent.CompletableFuture;

/**
 * The versions of a replicated collection in the one order that all nodes are told them in; of it every node keeps a copy.
 * What was appended stays, as many versions of each document as the collection keeps.
 */
public interface SharedLog extends Closeable {
    /** How long the name of an attempt is known that was appended. */
    Duration NAMES_KNOWN = Duration.ofMinutes(2);

    /**
     * One version of a document.
     *
     * @param version counted from 1
     * @param body empty for a deletion
     */
    record Entry(
            DocumentId id, long version, Action action, long atMillis, Optional<IdempotencyKey> key, JsonText body) {}

    /** What came of an attempt to append. */
    sealed interface Outcome {
        /**
         * It is there, or was by an earlier attempt of this name, and stays for as long as versions of its document do.
         *
         * @param isRepeated whether it was there by an earlier attempt of this name, be it that of another node
         */
        record Appended(long sequence, boolean isRepeated) implements Outcome {
            public Appended(long sequence) {
                this(sequence, false);
            }
        }

        /** The newest entry of the document is another one, and nothing was appended. */
        record Conflict() implements Outcome {}

        /**
         * This attempt appends nothing, and never does: a body has so many bytes, where the log takes so many beside what else
         * goes with it.
         */
        record TooLarge(long sizeBytes, long limitBytes) implements Outcome {}

        /** Nothing is known: it is there, may come to be there, or will never be. */
        record Unknown(String why) implements Outcome {}
    }

    /** A log and a copy of it go different ways: one of them was set back to an earlier state, or is another's. */
    final class EstrangedException extends RuntimeException {
        private static final long serialVersionUID = 1L;

        EstrangedException(String what) {
            super(what);
        }
    }

    /** Who is told what is in the log, in its order, one call at a time. */
    interface Follower {
        /** What the log is called that the copy is of; empty where it is of none yet. */
        Optional<String> origin();

        /** The copy, which is empty, is of this log from now on. That is on the disk before anything is told. */
        void begin(String origin) throws IOException;

        /** Whether the newest that the copy was told is this entry at this sequence. */
        boolean has(long sequence, Entry entry);

        /**
         * Where this throws, the same is told again a little later.
         *
         * @throws EstrangedException where the copy has other versions than the log, and nothing more can be told
         * @param sequence above that of the call before; what is between the two is not kept any more
         * @param attempt the name under which it was appended
         */
        void entry(long sequence, String attempt, Entry entry);

        /** At this sequence is a {@linkplain #mark mark}. */
        void mark(long sequence);

        /**
         * What the copy has of some documents; any thread may ask. Empty while it is of no log.
         *
         * @param after they begin behind this id, or with the first of all where it is empty
         */
        Optional<CopyPart> part(String after);

        /**
         * What of another node's documents is not the same in the copy, by document, in words; any thread may ask.
         *
         * @return empty where that cannot be said: the copy was told less, or is of another log
         */
        Optional<SortedMap<String, String>> differences(CopyPart theirs);
    }

    /** The logs of a cluster. */
    interface Opening {
        /** @throws IOException where the cluster cannot be reached, or does not keep what is written as it should */
        SharedLog open(String collection, CollectionPolicy policy) throws IOException;
    }

    /**
     * Appends an entry if the newest one of its document has this sequence. Does not wait.
     *
     * @param expected 0 where there must be none
     * @param attempt of a name under which nothing is appended twice, for {@link #NAMES_KNOWN} at least
     */
    CompletableFuture<Outcome> append(Entry entry, long expected, String attempt);

    /** Appends something that says nothing. Whoever is told of it was told of all that was appended before this call. */
    CompletableFuture<Outcome> mark();

    /**
     * Where a log ended, as far as the one knew who leads it, or believes to.
     *
     * @param sequence of the newest entry
     * @param age how long before the answer a majority still took it for the leader: what was appended since may be elsewhere
     */
    record Newest(long sequence, Duration age) {}

    /** Fails where nobody answers. */
    CompletableFuture<Newest> newest();

    /**
     * Tells of everything behind this sequence, until this is closed; of nothing for as long as there is
     * {@linkplain #trouble trouble}. Called once.
     */
    void follow(long after, Follower follower);

    /**
     * Why the copy cannot go on with the log that is there, or nobody can with what it has become: it is another one than
     * the copy is of, lacks what the copy has, or does not keep what it should. Nothing is appended then. Empty where
     * nothing of that kind is known.
     */
    Optional<String> trouble();

    /**
     * Which of all the times this is that some node leads this collection, and does what one of them has to do for it: each
     * has another number, unless the cluster has lost what it counts them by, and then two have the same only by chance.
     * Empty where this node does not lead, cannot be sure of it, or cannot append because of {@linkplain #trouble trouble}.
     */
    OptionalLong term();

    /** Has it tell nothing more before long; {@link #close} waits until that is so. */
    void stop();
}

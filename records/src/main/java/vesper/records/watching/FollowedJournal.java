package vesper.records.watching;

import java.util.Map;
import java.util.TreeMap;
import vesper.journal.DamagedSegmentException;
import vesper.journal.Journal;
import vesper.journal.JournalReader;

/**
 * A reader of one journal that also tracks which of its entries are still to be delivered. Only the watch thread uses
 * it, except for {@link #markDelivered}.
 */
final class FollowedJournal implements AutoCloseable {
    private final Journal journal;
    private final long mostBehind;
    private JournalReader reader;
    private long nextSequence;
    /** Positions and sequences of entries that are still to be delivered. Guarded by its own monitor. */
    private final TreeMap<Long, Long> undelivered = new TreeMap<>();

    private FollowedJournal(Journal journal, JournalPlace from, long mostBehind) {
        this.journal = journal;
        this.mostBehind = mostBehind;
        this.reader = journal.read(from.position());
        this.nextSequence = from.sequence();
    }

    /**
     * Starts reading at a place.
     *
     * @param mostBehind the oldest entries are skipped if the reader is further behind than this, in entries
     */
    static FollowedJournal from(Journal journal, JournalPlace from, long mostBehind) {
        return new FollowedJournal(journal, from, mostBehind);
    }

    /** Like {@link #from}, but starts at the journal's end if the place lies beyond it. */
    static FollowedJournal goingOn(Journal journal, JournalPlace from, long mostBehind) {
        boolean isThere = from.position() <= journal.endPosition();
        return new FollowedJournal(journal, isThere ? from : endOf(journal), mostBehind);
    }

    static JournalPlace endOf(Journal journal) {
        return new JournalPlace(journal.endPosition(), JournalPlace.UNKNOWN);
    }

    /**
     * Advances to the next entry to look at.
     *
     * @return the number of entries skipped on the way, because they no longer exist or the reader was too far behind;
     *     -1 if there is no further entry
     */
    long next() throws DamagedSegmentException {
        long passedOver = 0;
        while (isAtNext()) {
            long sequence = reader.sequence();
            if (nextSequence != JournalPlace.UNKNOWN) passedOver += Math.max(0, sequence - nextSequence);
            nextSequence = sequence + 1;
            if (journal.nextSequence() - sequence <= mostBehind) return passedOver;
            passedOver++;
        }
        return -1;
    }

    private boolean isAtNext() throws DamagedSegmentException {
        try {
            return reader.next();
        } catch (DamagedSegmentException e) {
            // The sealer meets the same damage and skips the segment. Entries appended from now on can still be
            // delivered.
            JournalPlace end = endOf(journal);
            reader.close();
            reader = journal.read(end.position());
            nextSequence = end.sequence();
            throw e;
        }
    }

    JournalReader entry() {
        return reader;
    }

    Journal journal() {
        return journal;
    }

    void toBeTold() {
        synchronized (undelivered) {
            undelivered.put(reader.position(), reader.sequence());
        }
    }

    /** Marks an entry as delivered or given up. Any thread may call this. */
    void markDelivered(long position) {
        synchronized (undelivered) {
            undelivered.remove(position);
        }
    }

    /** Returns the place to resume from after a restart: the oldest undelivered entry, or else the next one to read. */
    JournalPlace place() {
        synchronized (undelivered) {
            Map.Entry<Long, Long> first = undelivered.firstEntry();
            return first == null
                    ? new JournalPlace(reader.nextPosition(), nextSequence)
                    : new JournalPlace(first.getKey(), first.getValue());
        }
    }

    @Override
    public void close() {
        reader.close();
    }
}

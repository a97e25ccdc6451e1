package vesper.records.watching;

import java.util.Map;
import java.util.TreeMap;
import vesper.journal.DamagedSegmentException;
import vesper.journal.Journal;
import vesper.journal.JournalReader;

/** One journal as far as it was looked at. Used by the thread that follows, but for what is told. */
final class FollowedJournal implements AutoCloseable {
    private final Journal journal;
    private final long mostBehind;
    private JournalReader reader;
    private long nextSequence;
    /** Positions of entries that are still to be told, with their sequences. Its own lock. */
    private final TreeMap<Long, Long> untold = new TreeMap<>();

    private FollowedJournal(Journal journal, Place from, long mostBehind) {
        this.journal = journal;
        this.mostBehind = mostBehind;
        this.reader = journal.read(from.position());
        this.nextSequence = from.sequence();
    }

    /** @param mostBehind of more entries than this the oldest are passed over */
    static FollowedJournal from(Journal journal, Place from, long mostBehind) {
        return new FollowedJournal(journal, from, mostBehind);
    }

    /** As {@link #from}, or where it ends where that is not a place in it any more. */
    static FollowedJournal goingOn(Journal journal, Place from, long mostBehind) {
        boolean isThere = from.position() <= journal.endPosition();
        return new FollowedJournal(journal, isThere ? from : endOf(journal), mostBehind);
    }

    static Place endOf(Journal journal) {
        return new Place(journal.endPosition(), Place.UNKNOWN);
    }

    /**
     * Goes on to the next entry that is to be looked at.
     *
     * @return how many were passed over on the way, since they are gone or too many came; -1 where there is no entry
     */
    long next() throws DamagedSegmentException {
        long passedOver = 0;
        while (isAtNext()) {
            long sequence = reader.sequence();
            if (nextSequence != Place.UNKNOWN) passedOver += Math.max(0, sequence - nextSequence);
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
            // Who seals it has the same trouble; what comes from now on can be told.
            Place end = endOf(journal);
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
        synchronized (untold) {
            untold.put(reader.position(), reader.sequence());
        }
    }

    /** Any thread may say so. */
    void told(long position) {
        synchronized (untold) {
            untold.remove(position);
        }
    }

    /** Before it everything was told. */
    Place place() {
        synchronized (untold) {
            Map.Entry<Long, Long> first = untold.firstEntry();
            return first == null
                    ? new Place(reader.nextPosition(), nextSequence)
                    : new Place(first.getKey(), first.getValue());
        }
    }

    @Override
    public void close() {
        reader.close();
    }
}

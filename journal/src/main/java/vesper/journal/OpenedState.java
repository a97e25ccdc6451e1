package vesper.journal;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentSkipListMap;
import org.jspecify.annotations.Nullable;
import vesper.journal.Disk.DiskFile;

/**
 * The state of a journal that is being opened. For a quick start, sealed segments are trusted, and readers check their
 * entries later. The other segments, one or two, are read completely.
 *
 * <p>A power cut may take any part of the data that was not synced. Segments are synced in order, and each is sealed
 * before the next one is synced. So losses are limited to segments that are not sealed, and no entry behind the first
 * gap was acknowledged. Everything behind it is cut off. If synced data is missing, opening fails and changes nothing.
 *
 * @param current the segment that takes the next entry; null in an empty journal
 * @param syncedTo position before which everything is known to be on the disk
 */
record OpenedState(
        ConcurrentSkipListMap<Integer, Segment> segments,
        @Nullable Segment current,
        int nextNumber,
        long nextSequence,
        long syncedTo,
        Recovery recovery) {
    static final int FIRST_NUMBER = 1;
    private static final long FIRST_SEQUENCE = 1;

    static OpenedState of(Disk disk) throws IOException {
        var loader = new Loader();
        try {
            loader.reopen(disk);
            loader.scan();
            loader.recover(disk);
            return loader.openedState();
        } catch (InternalError unreadable) {
            loader.segments.values().forEach(Segment::release);
            throw new DamagedSegmentException(
                    Segment.fileName(loader.currentNumber), 0, EntryCopy.describe(unreadable));
        } catch (IOException | RuntimeException | Error failure) {
            loader.segments.values().forEach(Segment::release);
            throw failure;
        }
    }

    /** Collects the files. Nothing is changed before all of them have been checked. */
    private static final class Loader {
        final ConcurrentSkipListMap<Integer, Segment> segments = new ConcurrentSkipListMap<>();
        /** Scan results of the segments that are not sealed. */
        private final SequencedMap<Segment, Segment.Scan> scans = new LinkedHashMap<>();
        /** Segments behind a gap or never used: number, and how many bytes had been written. */
        private final TreeMap<Integer, Integer> discarded = new TreeMap<>();

        private long nextSequence = FIRST_SEQUENCE;
        private int currentNumber = FIRST_NUMBER;

        void reopen(Disk disk) throws IOException {
            List<Integer> numbers = disk.segments();
            for (int i = 0; i < numbers.size(); i++) {
                int number = numbers.get(i);
                currentNumber = number;
                if (i > 0 && number != numbers.get(i - 1) + 1) throw damaged(numbers.get(i - 1) + 1, "is missing");
                reopen(number, disk.open(number), numbers.size() == 1);
            }
            Map.Entry<Integer, Segment> last = segments.lastEntry();
            if (last != null && last.getValue().isSealed()) throw damaged(last.getKey() + 1, "is missing");
        }

        void scan() throws DamagedSegmentException {
            for (Segment segment : segments.values()) {
                if (segment.isSealed()) continue;
                currentNumber = segment.number();
                Segment.Scan scan = segment.scan();
                scans.put(segment, scan);
                nextSequence = scan.nextSequence();
                Map.Entry<Integer, Segment> following = segments.higherEntry(segment.number());
                if (following == null) return;
                if (following.getValue().firstSequence() != nextSequence) {
                    discardAfter(segment);
                    return;
                }
            }
        }

        void recover(Disk disk) throws IOException {
            // Delete the last one first, so that a crash in between leaves no gap.
            for (int number : discarded.descendingKeySet()) disk.delete(number);
            for (var each : scans.entrySet()) {
                currentNumber = each.getKey().number();
                each.getKey().clearTailAndRewrite(each.getValue().tailBytes());
            }
        }

        OpenedState openedState() {
            long cutBytes = discarded.values().stream()
                            .mapToLong(Integer::intValue)
                            .sum()
                    + scans.values().stream().mapToLong(Segment.Scan::tailBytes).sum();
            if (segments.isEmpty()) {
                return new OpenedState(
                        segments,
                        null,
                        FIRST_NUMBER,
                        nextSequence,
                        Position.START,
                        new Recovery(cutBytes, Position.START));
            }
            Segment last = segments.lastEntry().getValue();
            return new OpenedState(
                    segments,
                    last,
                    last.number() + 1,
                    nextSequence,
                    Position.of(scans.firstEntry().getKey().number(), 0),
                    new Recovery(cutBytes, Position.of(last.number(), last.end())));
        }

        private void reopen(int number, DiskFile file, boolean isOnly) throws DamagedSegmentException {
            Segment segment = null;
            try {
                segment = Segment.reopen(number, file, mayBeUnwritten(number, file, isOnly))
                        .orElse(null);
                if (segment == null) discarded.put(number, Segment.writtenBytes(file.bytes()));
            } finally {
                if (segment == null) file.close();
            }
            if (segment == null) return;
            if (discarded.isEmpty()) {
                segments.put(number, segment);
            } else {
                discard(segment);
            }
        }

        /**
         * Returns whether this file's header may be missing from the disk. Normally it is synced before the previous
         * segment is sealed, or, for the first segment, before anything is appended.
         */
        private boolean mayBeUnwritten(int number, DiskFile file, boolean isOnly) {
            if (!discarded.isEmpty()) return true;
            Map.Entry<Integer, Segment> before = segments.lastEntry();
            if (before != null) return !before.getValue().isSealed();
            return number == FIRST_NUMBER && isOnly && Segment.writtenBytes(file.bytes()) <= SegmentHeader.BYTES;
        }

        private void discardAfter(Segment torn) throws DamagedSegmentException {
            for (Segment segment :
                    new ArrayList<>(segments.tailMap(torn.number(), false).values())) {
                if (segment.hasSyncedEntries()) {
                    throw new DamagedSegmentException(
                            Segment.fileName(torn.number()),
                            torn.end(),
                            "ends with sequence " + (nextSequence - 1) + ", but " + Segment.fileName(segment.number())
                                    + " has synced entries");
                }
                segments.remove(segment.number());
                discard(segment);
            }
        }

        private void discard(Segment segment) throws DamagedSegmentException {
            try {
                if (segment.hasSyncedEntries())
                    throw damaged(discarded.firstKey(), "is missing, but a later segment was synced");
                discarded.put(segment.number(), segment.writtenBytes());
            } finally {
                segment.release();
            }
        }

        private static DamagedSegmentException damaged(int number, String what) {
            return new DamagedSegmentException(Segment.fileName(number), 0, what);
        }
    }
}

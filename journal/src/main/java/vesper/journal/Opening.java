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
record Opening(
        ConcurrentSkipListMap<Integer, Segment> segments,
        @Nullable Segment current,
        int nextNumber,
        long nextSequence,
        long syncedTo,
        Recovery recovery) {
    static final int FIRST_NUMBER = 1;
    private static final long FIRST_SEQUENCE = 1;

    static Opening of(Disk disk) throws IOException {
        var found = new Found();
        try {
            found.reopen(disk);
            found.scan();
            found.recover(disk);
            return found.opening();
        } catch (InternalError unreadable) {
            found.segments.values().forEach(Segment::release);
            throw new DamagedSegmentException(Segment.fileName(found.lookedAt), 0, EntryCopy.unreadable(unreadable));
        } catch (IOException | RuntimeException | Error failure) {
            found.segments.values().forEach(Segment::release);
            throw failure;
        }
    }

    /** Collects the files. Nothing is changed before all of them have been checked. */
    private static final class Found {
        final ConcurrentSkipListMap<Integer, Segment> segments = new ConcurrentSkipListMap<>();
        /** Scan results of the segments that are not sealed. */
        private final SequencedMap<Segment, Segment.Scan> scans = new LinkedHashMap<>();
        /** Segments behind a gap or never used: number, and how many bytes had been written. */
        private final TreeMap<Integer, Integer> lost = new TreeMap<>();

        private long nextSequence = FIRST_SEQUENCE;
        private int lookedAt = FIRST_NUMBER;

        void reopen(Disk disk) throws IOException {
            List<Integer> numbers = disk.segments();
            for (int i = 0; i < numbers.size(); i++) {
                int number = numbers.get(i);
                lookedAt = number;
                if (i > 0 && number != numbers.get(i - 1) + 1) throw damaged(numbers.get(i - 1) + 1, "is missing");
                reopen(number, disk.open(number), numbers.size() == 1);
            }
            Map.Entry<Integer, Segment> last = segments.lastEntry();
            if (last != null && last.getValue().isSealed()) throw damaged(last.getKey() + 1, "is missing");
        }

        void scan() throws DamagedSegmentException {
            for (Segment segment : segments.values()) {
                if (segment.isSealed()) continue;
                lookedAt = segment.number();
                Segment.Scan scan = segment.scan();
                scans.put(segment, scan);
                nextSequence = scan.nextSequence();
                Map.Entry<Integer, Segment> following = segments.higherEntry(segment.number());
                if (following == null) return;
                if (following.getValue().firstSequence() != nextSequence) {
                    loseBehind(segment);
                    return;
                }
            }
        }

        void recover(Disk disk) throws IOException {
            // Delete the last one first, so that a crash in between leaves no gap.
            for (int number : lost.descendingKeySet()) disk.delete(number);
            for (var each : scans.entrySet()) {
                lookedAt = each.getKey().number();
                each.getKey().recover(each.getValue().tailBytes());
            }
        }

        Opening opening() {
            long cutBytes = lost.values().stream().mapToLong(Integer::intValue).sum()
                    + scans.values().stream().mapToLong(Segment.Scan::tailBytes).sum();
            if (segments.isEmpty()) {
                return new Opening(
                        segments,
                        null,
                        FIRST_NUMBER,
                        nextSequence,
                        Position.BEGINNING,
                        new Recovery(cutBytes, Position.BEGINNING));
            }
            Segment last = segments.lastEntry().getValue();
            return new Opening(
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
                segment = Segment.reopen(number, file, mayBeUnwritten(number, file, isOnly));
                if (segment == null) lost.put(number, Segment.writtenBytes(file.bytes()));
            } finally {
                if (segment == null) file.close();
            }
            if (segment == null) return;
            if (lost.isEmpty()) {
                segments.put(number, segment);
            } else {
                lose(segment);
            }
        }

        /**
         * Returns whether this file's header may be missing from the disk. Normally it is synced before the previous
         * segment is sealed, or, for the first segment, before anything is appended.
         */
        private boolean mayBeUnwritten(int number, DiskFile file, boolean isOnly) {
            if (!lost.isEmpty()) return true;
            Map.Entry<Integer, Segment> before = segments.lastEntry();
            if (before != null) return !before.getValue().isSealed();
            return number == FIRST_NUMBER && isOnly && Segment.writtenBytes(file.bytes()) <= SegmentHeader.BYTES;
        }

        private void loseBehind(Segment torn) throws DamagedSegmentException {
            for (Segment segment :
                    new ArrayList<>(segments.tailMap(torn.number(), false).values())) {
                if (segment.isSynced()) {
                    throw new DamagedSegmentException(
                            Segment.fileName(torn.number()),
                            torn.end(),
                            "ends with sequence " + (nextSequence - 1) + ", but entries of "
                                    + Segment.fileName(segment.number()) + " had been synced");
                }
                segments.remove(segment.number());
                lose(segment);
            }
        }

        private void lose(Segment segment) throws DamagedSegmentException {
            try {
                if (segment.isSynced()) throw damaged(lost.firstKey(), "was lost, but what follows it had been synced");
                lost.put(segment.number(), segment.writtenBytes());
            } finally {
                segment.release();
            }
        }

        private static DamagedSegmentException damaged(int number, String what) {
            return new DamagedSegmentException(Segment.fileName(number), 0, what);
        }
    }
}

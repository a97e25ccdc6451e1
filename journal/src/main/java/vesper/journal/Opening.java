package vesper.journal;

import java.io.IOException;
import java.util.List;
import java.util.concurrent.ConcurrentSkipListMap;
import org.jspecify.annotations.Nullable;
import vesper.journal.Disk.DiskFile;

/**
 * What a journal finds when it is opened. Sealed segments are taken at their word, for the sake of a quick start: whoever
 * reads them checks every entry. The others, one or two, are read whole.
 *
 * @param current what is appended to; null in an empty journal, and after a crash between two segments
 */
record Opening(
        ConcurrentSkipListMap<Integer, Segment> segments,
        @Nullable Segment current,
        int nextNumber,
        long nextSequence,
        long syncedTo,
        Recovery recovery) {
    private static final int FIRST_NUMBER = 1;

    static Opening of(Disk disk) throws IOException {
        var segments = new ConcurrentSkipListMap<Integer, Segment>();
        try {
            reopen(disk, segments);
            return scanned(disk, segments);
        } catch (IOException | RuntimeException | Error failure) {
            segments.values().forEach(Segment::release);
            throw failure;
        }
    }

    private static void reopen(Disk disk, ConcurrentSkipListMap<Integer, Segment> segments) throws IOException {
        List<Integer> numbers = disk.segments();
        for (int i = 0; i < numbers.size(); i++) {
            int number = numbers.get(i);
            DiskFile file = disk.open(number);
            Segment segment;
            try {
                segment = Segment.reopen(number, file);
            } catch (IOException | RuntimeException | Error failure) {
                file.close();
                throw failure;
            }
            if (segment == null) {
                file.close();
                if (i < numbers.size() - 1) throw damaged(number, "is empty, but others follow it");
                disk.delete(number);
            } else {
                segments.put(number, segment);
                Integer before = segments.lowerKey(number);
                if (before != null && before != number - 1) throw damaged(before + 1, "is missing");
            }
        }
    }

    private static Opening scanned(Disk disk, ConcurrentSkipListMap<Integer, Segment> segments) throws IOException {
        if (segments.isEmpty()) {
            return new Opening(
                    segments, null, FIRST_NUMBER, 1, Position.BEGINNING, new Recovery(0, Position.BEGINNING));
        }
        long cutBytes = 0;
        long nextSequence = 0;
        for (Segment segment : segments.values()) {
            if (cutBytes > 0) {
                // Behind a hole nothing was synced, since segments are synced in their order.
                if (segment.syncedTo() > SegmentHeader.BYTES) throw damaged(segment.number(), "follows a torn segment");
                cutBytes += segment.scan().tailBytes() + segment.end() - SegmentHeader.BYTES;
                discard(disk, segments, segment);
                continue;
            }
            boolean isLast = segments.lastEntry().getValue() == segment;
            if (segment.isSealed() && !isLast) continue;
            Segment.Scan scan = segment.scan();
            nextSequence = scan.nextSequence();
            Segment following =
                    isLast ? null : segments.higherEntry(segment.number()).getValue();
            boolean torn = scan.tailBytes() > 0 || (following != null && following.firstSequence() != nextSequence);
            if (torn) {
                segment.cutTail(scan.tailBytes());
                cutBytes += Math.max(1, scan.tailBytes());
            }
        }
        Segment last = segments.lastEntry().getValue();
        long end = Position.of(last.number(), last.end());
        long syncedTo = Position.of(segments.firstEntry().getValue().number(), 0);
        return new Opening(
                segments,
                last.isSealed() ? null : last,
                last.number() + 1,
                nextSequence,
                syncedTo,
                new Recovery(cutBytes, end));
    }

    private static void discard(Disk disk, ConcurrentSkipListMap<Integer, Segment> segments, Segment segment)
            throws IOException {
        disk.delete(segment.number());
        segments.remove(segment.number());
        segment.release();
    }

    private static DamagedSegmentException damaged(int number, String what) {
        return new DamagedSegmentException(Segment.fileName(number), 0, what);
    }
}

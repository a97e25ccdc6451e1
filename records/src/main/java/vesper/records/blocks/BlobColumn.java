package vesper.records.blocks;

import java.nio.ByteBuffer;
import java.util.Arrays;

/**
 * A column of byte strings. A record that sets no value repeats the value of the record before. Repeated values are
 * held once in memory and are written out for each record when the column is encoded.
 * <pre>
 * blobs := numbers bytes       the length of each, then all of them
 * </pre>
 */
final class BlobColumn {
    private final NumberColumn lengths = new NumberColumn();
    /** The blobs that were set, concatenated. */
    private byte[] bytes = new byte[1 << 16];

    /** End offset in {@link #bytes} and first record of each blob. */
    private int[] ends = new int[256];

    private int[] firsts = new int[256];
    private int given;

    /**
     * Adds the blob of a record.
     *
     * @param record the record's index; not before the record of the last call
     */
    void put(int record, byte[] source, int from, int count) {
        int start = start(given);
        if (start + count > bytes.length) bytes = Arrays.copyOf(bytes, Math.max(bytes.length * 2, start + count));
        if (given == ends.length) {
            ends = Arrays.copyOf(ends, given * 2);
            firsts = Arrays.copyOf(firsts, given * 2);
        }
        System.arraycopy(source, from, bytes, start, count);
        ends[given] = start + count;
        firsts[given++] = record;
        lengths.put(record, count);
    }

    /** Returns the length of the blob that was added last. */
    int lastBytes() {
        return given == 0 ? 0 : ends[given - 1] - start(given - 1);
    }

    void clear() {
        lengths.clear();
        given = 0;
    }

    int encodedBytes(int records) {
        return Integer.BYTES + lengths.encodedBytes(records) + contentBytes(records);
    }

    /**
     * Encodes the first {@code records} records.
     *
     * @param out a buffer that is backed by an array
     */
    void encode(int records, ByteBuffer out) {
        out.putInt(lengths.encodedBytes(records));
        lengths.encode(records, out);
        putContent(records, out);
    }

    /** Returns a copy of the blobs of the first {@code records} records. */
    BlobValues values(int records) {
        int[] ends = lengths.toInts(records);
        for (int i = 1; i < records; i++) ends[i] += ends[i - 1];
        ByteBuffer content = ByteBuffer.allocate(contentBytes(records));
        putContent(records, content);
        return new BlobValues(content.array(), 0, ends);
    }

    private int contentBytes(int records) {
        int sum = 0;
        for (int blob = 0; blob < given; blob++) sum += (ends[blob] - start(blob)) * times(blob, records);
        return sum;
    }

    private void putContent(int records, ByteBuffer out) {
        for (int blob = 0; blob < given; blob++) {
            int start = start(blob);
            repeat(bytes, start, ends[blob] - start, times(blob, records), out);
        }
    }

    /** Returns how many of the first {@code records} records have this blob. */
    private int times(int blob, int records) {
        int end = blob + 1 < given ? Math.min(firsts[blob + 1], records) : records;
        return Math.max(0, end - firsts[blob]);
    }

    /** Doubles the copied region on each pass, because most blobs are short. */
    private static void repeat(byte[] source, int from, int length, int times, ByteBuffer out) {
        int all = length * times;
        if (all == 0) return;
        int at = out.position();
        out.put(source, from, length);
        while (out.position() < at + all) {
            int there = out.position() - at;
            out.put(out.array(), out.arrayOffset() + at, Math.min(there, all - there));
        }
    }

    private int start(int blob) {
        return blob == 0 ? 0 : ends[blob - 1];
    }

    static BlobValues decode(ByteBuffer in, int count) {
        int lengthBytes = in.getInt();
        long[] lengths = NumberColumn.decode(in.slice(in.position(), lengthBytes), count);
        in.position(in.position() + lengthBytes);
        int[] ends = new int[count];
        long end = 0;
        for (int i = 0; i < count; i++) {
            end += lengths[i];
            if (lengths[i] < 0 || end > in.remaining()) throw new IllegalArgumentException("blobs longer than theirs");
            ends[i] = (int) end;
        }
        if (in.hasArray()) return new BlobValues(in.array(), in.arrayOffset() + in.position(), ends);
        byte[] bytes = new byte[in.remaining()];
        in.get(bytes);
        return new BlobValues(bytes, 0, ends);
    }
}

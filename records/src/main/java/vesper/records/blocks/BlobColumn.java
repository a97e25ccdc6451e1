package vesper.records.blocks;

import java.nio.ByteBuffer;
import java.util.Arrays;

/**
 * Bytes one behind the other.
 * <pre>
 * blobs := numbers bytes       the length of each, then all of them
 * </pre>
 */
final class BlobColumn {
    private final NumberColumn lengths = new NumberColumn();
    private byte[] bytes = new byte[1 << 16];
    private int length;

    void add(byte[] source, int from, int count) {
        if (length + count > bytes.length) bytes = Arrays.copyOf(bytes, Math.max(bytes.length * 2, length + count));
        System.arraycopy(source, from, bytes, length, count);
        length += count;
        lengths.add(count);
    }

    void clear() {
        lengths.clear();
        length = 0;
    }

    int encodedBytes() {
        return Integer.BYTES + lengths.encodedBytes() + length;
    }

    void encode(ByteBuffer out) {
        out.putInt(lengths.encodedBytes());
        lengths.encode(out);
        out.put(bytes, 0, length);
    }

    /** A copy of those of the first records. */
    BlobValues values(int records) {
        int[] ends = lengths.toInts(records);
        for (int i = 1; i < records; i++) ends[i] += ends[i - 1];
        return new BlobValues(Arrays.copyOf(bytes, records == 0 ? 0 : ends[records - 1]), 0, ends);
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

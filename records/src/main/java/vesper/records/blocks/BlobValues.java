package vesper.records.blocks;

import java.nio.ByteBuffer;

/** The decoded values of a blob column. */
public final class BlobValues {
    private final byte[] bytes;
    private final int first;
    private final int[] ends;

    BlobValues(byte[] bytes, int first, int[] ends) {
        this.bytes = bytes;
        this.first = first;
        this.ends = ends;
    }

    public int length(int row) {
        return ends[row] - (row == 0 ? 0 : ends[row - 1]);
    }

    /** Returns a read-only view of the bytes of one record. */
    public ByteBuffer of(int row) {
        return ByteBuffer.wrap(bytes, start(row), length(row)).slice().asReadOnlyBuffer();
    }

    /** Returns the array that {@link #start} and {@link #length} refer to. Callers must not change it. */
    public byte[] bytes() {
        return bytes;
    }

    /** Returns the offset of a record's first byte in {@link #bytes()}. */
    public int start(int row) {
        return first + (row == 0 ? 0 : ends[row - 1]);
    }
}

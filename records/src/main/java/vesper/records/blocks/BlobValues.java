package vesper.records.blocks;

import java.nio.ByteBuffer;

/** The bytes of a column. */
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

    /** A view of the bytes of one record. */
    public ByteBuffer of(int row) {
        return ByteBuffer.wrap(bytes, start(row), length(row)).slice().asReadOnlyBuffer();
    }

    /** What {@link #start} and {@link #length} speak of; not to be changed. */
    public byte[] bytes() {
        return bytes;
    }

    /** Where the bytes of one record begin. */
    public int start(int row) {
        return first + (row == 0 ? 0 : ends[row - 1]);
    }
}

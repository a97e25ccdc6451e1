package vesper.records.blocks;

import java.nio.ByteBuffer;

/** The bytes of a column. */
public final class BlobValues {
    private final ByteBuffer bytes;
    private final int[] ends;

    BlobValues(ByteBuffer bytes, int[] ends) {
        this.bytes = bytes;
        this.ends = ends;
    }

    public int length(int row) {
        return ends[row] - start(row);
    }

    /** A view of the bytes of one record. */
    public ByteBuffer of(int row) {
        return bytes.slice(start(row), length(row));
    }

    private int start(int row) {
        return row == 0 ? 0 : ends[row - 1];
    }
}

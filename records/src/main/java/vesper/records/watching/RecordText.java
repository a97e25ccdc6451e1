package vesper.records.watching;

import vesper.records.blocks.DamagedBlockException;
import vesper.records.rows.RowValues;

/** Converts a record to the JSON that callbacks receive. */
@FunctionalInterface
public interface RecordText {
    byte[] of(RowValues row) throws DamagedBlockException;
}

package vesper.records.watching;

import vesper.records.blocks.DamagedBlockException;
import vesper.records.rows.RowValues;

/** Makes JSON of a record, as callbacks get it. */
@FunctionalInterface
public interface RecordText {
    byte[] of(RowValues row) throws DamagedBlockException;
}

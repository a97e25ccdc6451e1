/**
 * The content of a record, independent of where it is stored: the columns of a row, and what code added to a
 * transaction.
 *
 * <p>Start at {@link Columns}; {@code docs/formats/record-rows.md} describes the bytes.
 */
@NullMarked
package vesper.records.rows;

import org.jspecify.annotations.NullMarked;

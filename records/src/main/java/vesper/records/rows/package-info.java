/**
 * What is kept of each record, whoever keeps it: the columns of a row and what code added to a transaction.
 *
 * <p>Start at {@link Columns}; {@code docs/formats/record-rows.md} draws the bytes.
 */
@NullMarked
package vesper.records.rows;

import org.jspecify.annotations.NullMarked;

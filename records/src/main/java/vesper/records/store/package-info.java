/**
 * Storage of records: rows in journals, and blocks that a background thread seals from them.
 *
 * <p>Start at {@link vesper.records.store.RecordStore}, then {@code Sealer} and {@code BlockFiles}.
 * {@code docs/formats/record-rows.md} describes the bytes. This package does not deal with HTTP; for searches it only
 * provides the rows to read.
 */
@NullMarked
package vesper.records.store;

import org.jspecify.annotations.NullMarked;

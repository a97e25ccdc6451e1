/**
 * Where records are: rows in journals, and blocks that are sealed from them in the background.
 *
 * <p>Start at {@link vesper.records.store.RecordStore}, then {@code Sealer} and {@code BlockFiles}; {@code
 * docs/formats/record-rows.md} draws the bytes. Knows nothing of HTTP, and of searching only which rows it may look at.
 */
@NullMarked
package vesper.records.store;

import org.jspecify.annotations.NullMarked;

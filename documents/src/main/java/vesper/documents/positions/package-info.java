/**
 * The positions of document versions in the journal, in RocksDB: ordered keys, bounded memory, quick to open.
 *
 * <p>This is a view of the journal and may be deleted. Only the last flush is durable; it includes the journal position
 * that it covers.
 *
 * <p>Start at {@link vesper.documents.positions.Positions}; {@code docs/formats/documents.md} draws keys and values.
 */
@NullMarked
package vesper.documents.positions;

import org.jspecify.annotations.NullMarked;

/**
 * Where the versions of documents are in a journal, in RocksDB: ordered keys, bounded memory, quick to open. It is a view
 * of the journal and may be deleted; nothing in it is more durable than the last flush, which says up to where in the
 * journal it stands for.
 *
 * <p>Start at {@link vesper.documents.positions.Positions}; {@code docs/formats/documents.md} draws keys and values.
 */
@NullMarked
package vesper.documents.positions;

import org.jspecify.annotations.NullMarked;

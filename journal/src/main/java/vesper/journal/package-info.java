/**
 * An append-only log to which all durable data is written first.
 *
 * <p>Entries are bytes with a type. Each gets a sequence, counted from 1 without a gap, and a position by which it is
 * found again. Many threads append, into memory that is mapped to a file, so an entry survives the end of the process
 * as soon as {@link Journal#append} returns. A caller that must survive a power cut waits for
 * {@link Journal#whenSynced}; one sync serves all waiting callers. After a failed sync nothing more is accepted,
 * because the state of the disk is unknown.
 *
 * <p>Files are allocated before they are written, so a full disk causes a {@link JournalFullException} and never a
 * crash. Opening a journal cuts off an entry that a crash left incomplete. Damage to synced data is reported as a
 * {@link DamagedSegmentException} with file and offset.
 *
 * <p>Start at {@link Journal}, then {@link Segment}; {@code docs/formats/journal.md} specifies the bytes. Knows nothing
 * of the contents of its entries.
 */
@NullMarked
package vesper.journal;

import org.jspecify.annotations.NullMarked;

/**
 * The append-only log that everything durable is written to first.
 *
 * <p>Entries are bytes with a type; they get a sequence, counted from 1 without a gap, and a position by which each is
 * found again. Many threads append, in memory that belongs to a file, so an entry survives the end of the process as
 * soon as {@link Journal#append} returns. What must survive a power cut waits for {@link Journal#whenSynced}: one sync
 * serves all who wait. After a sync that failed nothing more is accepted, because nobody knows what the disk holds.
 *
 * <p>Files are claimed before they are written, so a full disk is a {@link JournalFullException} and never a crash.
 * Opening cuts off what a crash left half written; damage to what had been synced is a {@link DamagedSegmentException}
 * with file and offset.
 *
 * <p>Start at {@link Journal}, then {@link Segment}; {@code docs/formats/journal.md} draws the bytes. Knows nothing of
 * what it carries.
 */
@NullMarked
package vesper.journal;

import org.jspecify.annotations.NullMarked;

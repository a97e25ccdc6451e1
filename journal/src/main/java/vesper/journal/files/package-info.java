/**
 * Files and folders that survive a power cut.
 *
 * <p>A file's content is on the disk once the file is synced, and its name once its folder is. Without the second, a
 * power cut may leave no file, or the old one. {@link vesper.journal.files.AtomicFile} replaces a file that is read as
 * a whole; {@link vesper.journal.files.DurableFolder} syncs names.
 */
@NullMarked
package vesper.journal.files;

import org.jspecify.annotations.NullMarked;

/**
 * Files and folders that a power cut cannot take back.
 *
 * <p>A file's content is on the disk when the file was forced, and its name when its folder was: who forgets the second
 * finds nothing after a power cut, or the file of before. {@link vesper.journal.files.WholeFile} replaces a file that is
 * read as a whole, {@link vesper.journal.files.DurableFolder} is for names.
 */
@NullMarked
package vesper.journal.files;

import org.jspecify.annotations.NullMarked;

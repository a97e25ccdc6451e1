/**
 * Installation of packages from archives: validation, unpacking, and replacement of folders.
 *
 * <p>An archive is untrusted until it has been checked. {@link vesper.hosting.installing.PackageArchive} unpacks it
 * beside the packages or reports why it cannot. {@link vesper.hosting.installing.PackageFolders} then moves whole
 * folders. So any reader, including a server that restarts after being killed, finds either the old folder or the new
 * one.
 *
 * <p>Works on files only, not on their contents.
 */
@NullMarked
package vesper.hosting.installing;

import org.jspecify.annotations.NullMarked;

/**
 * Files over HTTP: whole or in ranges, with conditional requests, and precompressed if a compressed sibling exists.
 *
 * <p>Start at {@link StaticFiles}, a handler over a {@link FileTree}: a {@link FolderTree} on disk, or a
 * {@link ResourceTree} in jars. {@link FilePath} validates a path before any disk access. Hidden files, and files
 * outside the root, count as missing. Folders are never listed. Files are not kept open between pieces, so slow readers
 * hold no descriptors.
 */
@NullMarked
package vesper.http.files;

import org.jspecify.annotations.NullMarked;

/**
 * Files over HTTP: whole, in ranges, by conditions, precompressed where a sibling is.
 *
 * <p>Start at {@link StaticFiles}, a handler over a {@link FileTree}: a {@link FolderTree} on disk, a
 * {@link ResourceTree} in jars. A path is understood by {@link FilePath} before anything looks at a disk; hidden files
 * and what lies outside of the root are not there. Files are never listed. No file is kept open between two pieces of
 * it, so slow readers hold none.
 */
@NullMarked
package vesper.http.files;

import org.jspecify.annotations.NullMarked;

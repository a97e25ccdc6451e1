/**
 * Users, groups, keys and tokens: documents that are also held in memory.
 *
 * <p>Start at {@link vesper.access.directory.Directory}.
 */
@NullMarked
package vesper.access.directory;

import org.jspecify.annotations.NullMarked;

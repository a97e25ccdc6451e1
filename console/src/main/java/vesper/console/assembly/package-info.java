/**
 * The build step that turns the console's sources and libraries into the files that are served. Each file has a hash of
 * its content in its name and a gzip copy beside it, and imports refer to the hashed names.
 *
 * <p>Start at {@link Assembly}. Not part of a running server.
 */
@NullMarked
package vesper.console.assembly;

import org.jspecify.annotations.NullMarked;

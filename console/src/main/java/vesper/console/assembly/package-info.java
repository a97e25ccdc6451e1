/**
 * The step of the build that makes of sources and libraries what is served: each file under a name with the hash of what
 * it holds, imports leading to these names, a compressed form beside it.
 *
 * <p>Start at {@link Assembly}. Not part of a running server.
 */
@NullMarked
package vesper.console.assembly;

import org.jspecify.annotations.NullMarked;

/**
 * The server that {@code vesper run} starts: created in start order, stopped in reverse.
 *
 * <p>Start at {@link VesperServer}.
 */
@NullMarked
package vesper.launcher.server;

import org.jspecify.annotations.NullMarked;

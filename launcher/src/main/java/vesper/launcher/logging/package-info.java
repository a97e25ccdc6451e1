/**
 * The log: one line per event on standard error.
 *
 * <p>A separate thread writes it in batches, so that no request waits for a terminal or a pipe.
 */
@NullMarked
package vesper.launcher.logging;

import org.jspecify.annotations.NullMarked;

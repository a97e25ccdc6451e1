/**
 * The log: a line per event on the standard error.
 *
 * <p>It is written by a thread of its own, in batches, so that no request waits for a terminal or a pipe.
 */
@NullMarked
package vesper.launcher.logging;

import org.jspecify.annotations.NullMarked;

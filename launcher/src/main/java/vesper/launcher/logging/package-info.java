/**
 * The log: a line per event on the standard error, and the access log, a line per request in a file.
 *
 * <p>Both are written by threads of their own, in batches, so that no request waits for a disk or a terminal.
 */
@NullMarked
package vesper.launcher.logging;

import org.jspecify.annotations.NullMarked;

/**
 * Threads for work that must not run on an event loop.
 *
 * <p>Start at {@link vesper.access.threads.BoundedThreads}.
 */
@NullMarked
package vesper.access.threads;

import org.jspecify.annotations.NullMarked;

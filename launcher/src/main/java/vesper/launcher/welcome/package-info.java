/**
 * What {@code GET /} says, where nothing else answers it: what is there, and where to go from here.
 *
 * <p>Start at {@link vesper.launcher.welcome.Welcome}.
 */
@NullMarked
package vesper.launcher.welcome;

import org.jspecify.annotations.NullMarked;

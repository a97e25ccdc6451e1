/**
 * The response to {@code GET /} when no package serves it: the contents of the server, with links to start from.
 *
 * <p>Start at {@link vesper.launcher.welcome.Welcome}.
 */
@NullMarked
package vesper.launcher.welcome;

import org.jspecify.annotations.NullMarked;

/**
 * The web console at {@code /console/}: static pages over the public HTTP API, with no door of their own.
 *
 * <p>The pages are ES modules in {@code src/main/web}, which {@link vesper.console.assembly} prepares when the module is
 * built; here is what serves them. Start at {@link Console}, then {@code src/main/web/app.js}.
 */
@NullMarked
package vesper.console;

import org.jspecify.annotations.NullMarked;

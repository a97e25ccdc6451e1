/**
 * The web console at {@code /console/}: static pages that use only the public HTTP API of the server.
 *
 * <p>The pages are ES modules in {@code src/main/web}. {@link vesper.console.assembly} prepares them when this Maven
 * module is built, and this package serves them. Start at {@link Console}, then {@code src/main/web/app.js}.
 */
@NullMarked
package vesper.console;

import org.jspecify.annotations.NullMarked;

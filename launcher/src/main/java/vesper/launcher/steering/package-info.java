/**
 * Changes to a running server: to settings that need no restart, and to the levels of loggers.
 *
 * <p>A change lasts until the server stops. {@link ChangeLog} records it together with the client that made it. Start
 * at {@link LiveSettings}.
 */
@NullMarked
package vesper.launcher.steering;

import org.jspecify.annotations.NullMarked;

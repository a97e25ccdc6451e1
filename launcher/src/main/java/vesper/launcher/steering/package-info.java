/**
 * What operators change while a server runs: the settings that need no restart, and the levels of loggers.
 *
 * <p>A change lasts until the server stops, and is in {@link ChangeLog}, with who made it. Start at
 * {@link LiveSettings}.
 */
@NullMarked
package vesper.launcher.steering;

import org.jspecify.annotations.NullMarked;

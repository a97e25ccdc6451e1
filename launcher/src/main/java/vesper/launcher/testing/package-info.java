/**
 * {@code vesper test --package NAME}: runs a package's own tests with JUnit against a server started for them.
 *
 * <p>Start at {@link vesper.launcher.testing.TestRun}.
 */
@NullMarked
package vesper.launcher.testing;

import org.jspecify.annotations.NullMarked;

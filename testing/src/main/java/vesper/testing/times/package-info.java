/**
 * Measures where the time of the test suite goes.
 *
 * <p>{@link vesper.testing.times.ClassTimes} runs in each JVM of tests and writes one line for each test class.
 */
@NullMarked
package vesper.testing.times;

import org.jspecify.annotations.NullMarked;

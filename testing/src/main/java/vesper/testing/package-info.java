/**
 * What the tests of several modules share: waiting, histories of what clients were told, the replay of fuzzed inputs, tiny
 * runs of benchmarks, a disk with faults; and in {@link vesper.testing.network} what lies between servers.
 *
 * <p>Used with scope {@code test} only, and never a part of the program. It knows none of our other modules, so that each
 * of them, and the instrument, can use it. What serves the tests of one module stays with them.
 */
@NullMarked
package vesper.testing;

import org.jspecify.annotations.NullMarked;

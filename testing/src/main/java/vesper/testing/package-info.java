/**
 * Test support that several modules share: waiting, histories of client operations, replay of fuzzed inputs, tiny
 * benchmark runs, a disk with faults, and in {@link vesper.testing.network} the network between servers.
 *
 * <p>Used with scope {@code test} only, never part of the program. It depends on no other module of Vesper, so that
 * each of them, and {@code bench}, can use it. Support for the tests of a single module stays in that module.
 */
@NullMarked
package vesper.testing;

import org.jspecify.annotations.NullMarked;

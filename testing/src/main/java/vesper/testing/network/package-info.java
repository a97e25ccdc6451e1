/**
 * The network between the servers and nodes of a test, and its failures: any parties can be cut off from any others, in
 * one direction or both. Start at {@link vesper.testing.network.Network} and {@link vesper.testing.network.Split}.
 */
@NullMarked
package vesper.testing.network;

import org.jspecify.annotations.NullMarked;

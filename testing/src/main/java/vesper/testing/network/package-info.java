/**
 * What lies between the servers and nodes of a test, and how it fails: any of them are parted from any others, in one
 * direction or both. Start at {@link vesper.testing.network.Network} and {@link vesper.testing.network.Split}.
 */
@NullMarked
package vesper.testing.network;

import org.jspecify.annotations.NullMarked;

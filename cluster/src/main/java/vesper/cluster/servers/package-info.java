/**
 * Servers of NATS on this machine, for a try-out and for tests: their program, which is found or fetched, and some of them as
 * a cluster on loopback.
 */
@NullMarked
package vesper.cluster.servers;

import org.jspecify.annotations.NullMarked;

/**
 * Vesper's own documents under the driver: in process the collections that a service would have and nothing around them,
 * over HTTP a server with its defaults, and replicated ones on nodes of a cluster, whose servers of NATS the first node starts.
 *
 * <p>Start at {@link vesper.peers.vesper.VesperDriver}, then {@code VesperStore}.
 */
@NullMarked
package vesper.peers.vesper;

import org.jspecify.annotations.NullMarked;

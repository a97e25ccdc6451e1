/**
 * Vesper's own documents under the driver. In process, these are only the collections that a service would use; over
 * HTTP, a server with default settings; and replicated documents are on the nodes of a cluster, whose NATS servers the
 * first node starts.
 *
 * <p>Start at {@link vesper.peers.vesper.VesperDriver}, then {@code VesperStore}.
 */
@NullMarked
package vesper.peers.vesper;

import org.jspecify.annotations.NullMarked;

/**
 * The state that the nodes of a cluster share through NATS JetStream.
 *
 * <p>Each replicated collection has a stream for its log. A key-value bucket holds the list of members and the leases,
 * by which one node at a time does the work that must happen only once.
 *
 * <p>Start at {@link vesper.cluster.Cluster}. Built on {@code documents}, whose {@link vesper.documents.SharedLog} this
 * package implements. Knows nothing of HTTP requests or packages.
 */
@NullMarked
package vesper.cluster;

import org.jspecify.annotations.NullMarked;

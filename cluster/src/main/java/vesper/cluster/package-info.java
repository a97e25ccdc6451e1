/**
 * What several nodes share: the logs of replicated collections as streams of NATS JetStream, one for each collection; who
 * the members are; and which of them does what is to be done once.
 *
 * <p>Start at {@link vesper.cluster.Cluster}. Built on {@code documents}, whose {@link vesper.documents.SharedLog} it is.
 * Knows nothing of HTTP requests or packages.
 */
@NullMarked
package vesper.cluster;

import org.jspecify.annotations.NullMarked;

/**
 * Versioned JSON documents: in memory, on the local disk, or replicated over the nodes of a cluster.
 *
 * <p>A collection holds documents of one kind, each named by its id, with versions counted from 1. A write may name the
 * version that it was made against; a stale one is refused, never merged. The rules of a collection are its policy. A
 * feed delivers every version once, in the order of their sequence.
 *
 * <p>Start at {@link vesper.documents.Documents}, then {@link vesper.documents.DocumentCollection}. Built on
 * {@code codec} and {@code journal}. Knows nothing of HTTP. Of other nodes it knows only
 * {@link vesper.documents.SharedLog}, which {@code cluster} implements.
 */
@NullMarked
package vesper.documents;

import org.jspecify.annotations.NullMarked;

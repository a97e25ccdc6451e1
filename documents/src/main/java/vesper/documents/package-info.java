/**
 * Versioned JSON documents, in memory and on local disk.
 *
 * <p>A collection holds documents of one kind, each named by its id, with versions counted from 1. A write may name the
 * version that it was made against; a stale one is refused, never merged. What a collection promises is its policy.
 * Whoever follows a collection is told of every version once, in the order of their sequence.
 *
 * <p>Start at {@link vesper.documents.Documents}, then {@link vesper.documents.DocumentCollection}. Built on {@code
 * codec} and {@code journal}. Knows nothing of HTTP or of other nodes.
 */
@NullMarked
package vesper.documents;

import org.jspecify.annotations.NullMarked;

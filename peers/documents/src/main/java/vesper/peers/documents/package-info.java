/**
 * A driver for document stores, the same for every store. It decides which requests are sent and how many, and measures
 * time, CPU and heap.
 *
 * <p>A store's program passes a {@link vesper.peers.documents.Store} to the {@link vesper.peers.documents.Driver},
 * which reads one command per line from its standard input and answers each with one line of JSON. The bench starts
 * such a program for each store and sends commands to them in turn, so that stores stay warm and share the conditions
 * of the machine.
 *
 * <p>Start at {@link vesper.peers.documents.Driver}, then {@code Drive}. It has no dependencies, so that each store can
 * use any libraries.
 */
@NullMarked
package vesper.peers.documents;

import org.jspecify.annotations.NullMarked;

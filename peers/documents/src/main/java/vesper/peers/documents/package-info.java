/**
 * A driver for stores of documents, the same for every store: it says what is asked and how often, looks at the clock
 * and at the process, and tells what it saw.
 *
 * <p>A store's program hands a {@link vesper.peers.documents.Store} to the {@link vesper.peers.documents.Driver}, which
 * takes one command per line from its standard input and answers each with one line of JSON. The bench starts such a
 * program for each store and gives them their commands in turns, so stores stay warm and share what the machine does.
 *
 * <p>Start at {@link vesper.peers.documents.Driver}, then {@code Drive}. Has no dependency, so that every store can
 * bring what libraries it likes.
 */
@NullMarked
package vesper.peers.documents;

import org.jspecify.annotations.NullMarked;

/** How changes of documents are told to clients, whichever way they hear of them. */
@NullMarked
package vesper.services.changes;

import org.jspecify.annotations.NullMarked;

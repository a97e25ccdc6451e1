/** The text of document changes for clients, shared by all ways of delivery. */
@NullMarked
package vesper.services.changes;

import org.jspecify.annotations.NullMarked;

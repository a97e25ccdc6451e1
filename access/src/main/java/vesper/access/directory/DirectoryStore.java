package vesper.access.directory;

import java.io.IOException;
import vesper.documents.CollectionPolicy;
import vesper.documents.Documents;

/** The storage of a directory. */
public interface DirectoryStore {
    /**
     * Returns the documents, which are opened or created if necessary.
     *
     * @throws IOException if they cannot be opened now
     */
    Documents documents() throws IOException;

    /** Returns whether there may be members: documents exist here, or other nodes may have some. */
    boolean mayHaveMembers();

    /** Returns the policy of the collections: durable or replicated. */
    CollectionPolicy policy();
}

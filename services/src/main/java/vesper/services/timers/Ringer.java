package vesper.services.timers;

import java.util.Set;
import vesper.documents.Document;
import vesper.documents.Next;
import vesper.services.Timers;

/** What is called when timers of a collection ring. Any thread may call it, for each document one at a time. */
public interface Ringer<T> {
    /** The timers that there are. */
    Set<String> names();

    /**
     * Says what becomes of a document whose timer rings.
     *
     * @param timers of the document
     */
    Next<T> ring(String name, Document<T> current, Timers timers);
}

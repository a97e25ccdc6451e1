package vesper.services.timers;

import java.util.Set;
import vesper.documents.Document;
import vesper.documents.Next;
import vesper.services.Timers;

/** The callback for the timers of a collection. Any thread may call it, but only one at a time for each document. */
public interface TimerCallback<T> {
    /** Returns the names of all timers. */
    Set<String> names();

    /**
     * Returns the next state of a document whose timer fires.
     *
     * @param timers the document's timers
     */
    Next<T> fire(String name, Document<T> current, Timers timers);
}

package vesper.http.client;

import java.net.URI;

/** How the answer to one call gets to its caller. */
interface Delivery {
    /** Largest body that is taken off the wire. */
    long mostBytes();

    /** The answer that the caller gets begins. */
    AnswerSink begin(ResponseHead head, URI uri, Carrier carrier);

    /** There will be no answer. */
    void failed(ClientException reason);

    /** Whether the caller has lost interest. */
    boolean isOver();

    /** Whether the caller has all that the total time bounds once the answer's head is there. */
    boolean isBoundToHead();
}

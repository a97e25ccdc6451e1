package vesper.http.client;

import java.net.URI;

/** A strategy for passing the response of one call to its caller. */
interface Delivery {
    /** Returns the largest body to accept, as received. */
    long mostBytes();

    /** Called when the head of the caller's response has arrived. Returns the receiver of the body. */
    ResponseSink startBody(ResponseHead head, URI uri, Carrier carrier);

    /** Called when there will be no response. */
    void failed(ClientException reason);

    /** Returns whether the caller has lost interest. */
    boolean isOver();

    /** Returns whether the total timeout ends with the head of the response. */
    boolean isBoundToHead();
}

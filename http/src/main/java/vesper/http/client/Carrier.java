package vesper.http.client;

/**
 * The connection or stream that a call uses, as seen by the writer of its request content and the reader of its
 * response. Everything except {@link #execute} runs on the event loop.
 */
interface Carrier {
    /** Runs a task on the event loop, or drops it if the client has ended. Thread-safe. */
    void execute(Runnable task);

    /** Sends a piece of streamed content. */
    void sendPiece(RequestStream from, byte[] piece);

    void contentEnds(RequestStream from);

    void contentFails(RequestStream from, Throwable reason);

    /** Called when the reader of a response has consumed what was buffered. */
    void resume(ResponseBodyStream of);

    /** Called when the reader of a response closes it early. */
    void leaveUnread(ResponseBodyStream of);
}

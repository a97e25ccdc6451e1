package vesper.http.client;

/**
 * What carries one call, as the two ends of its contents see it: whoever writes the request's, and whoever reads the
 * answer's. Everything but {@link #execute} runs on the event loop.
 */
interface Carrier {
    /** Runs on the event loop, or not at all where that has ended with the client. From any thread. */
    void execute(Runnable task);

    /** A piece of content that is written while it is sent. */
    void sendPiece(RequestStream from, byte[] piece);

    void contentEnds(RequestStream from);

    void contentFails(RequestStream from, Throwable reason);

    /** The reader of an answer has taken what waited. */
    void resume(AnswerStream of);

    /** The reader of an answer wants no more of it. */
    void leaveUnread(AnswerStream of);
}

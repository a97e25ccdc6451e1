package vesper.http;

import org.jspecify.annotations.Nullable;

/**
 * What has asked and waits for an answer: an HTTP/1.1 connection with the request that it is at, or one stream of an
 * HTTP/2 connection. Whatever handles requests knows no more of the wire than this.
 *
 * <p>Everything is called on the event loop, but for {@link #hasLeft}, {@link #execute} and {@link #cut}, which any
 * thread may call. One that is gone takes every call and does nothing, so nobody has to ask first.
 */
interface Requester {
    /**
     * The turn of its request has come.
     *
     * @param handler the thread that handles it, which a server that must stop interrupts; null where that is known to
     *     others
     * @return the request, or null where it is not to be handled: who asked is gone, or must read first
     */
    @Nullable
    Request beginHandling(@Nullable Thread handler);

    /**
     * Whether its request has waited in vain, so that {@link #beginHandling} would give none. Any thread may ask, and
     * is told how things stood a moment ago.
     */
    boolean hasLeft();

    /** When its request was read, {@link System#nanoTime}; asked between {@link #beginHandling} and the answer. */
    long readAt();

    /** Whether content of its request is still to come. */
    boolean isSending();

    /** Answers; where content is streamed, {@link #sendChunk} and {@link #endStream} follow. */
    void answer(Response response);

    /** Answers, or where that fails for a fault of ours ends the connection: nobody else would look after who asked. */
    default void deliver(Response response) {
        try {
            answer(response);
        } catch (Throwable e) {
            closeForFault(e);
        }
    }

    /** Sends a piece of streamed content and tells the stream when it has left. The array is taken over. */
    void sendChunk(byte[] chunk, ResponseStream stream);

    /** The streamed content is whole. */
    void endStream();

    /** Ends it at once, so that whoever asked sees that the answer is not whole. */
    void cut();

    /** Writes out what was answered. */
    void flushNow();

    /** Ends the connection, for a fault that is ours. */
    void closeForFault(Throwable fault);

    /** Runs a task on the event loop. */
    void execute(Runnable task);
}

package vesper.http;

import org.jspecify.annotations.Nullable;

/**
 * A request in progress that waits for its response: an HTTP/1.1 connection with its current request, or one stream of
 * an HTTP/2 connection. The code that runs handlers knows the protocols only through this interface.
 *
 * <p>Everything is called on the event loop, except for {@link #hasLeft}, {@link #execute} and {@link #cut}, which any
 * thread may call. All methods do nothing once the client is gone, so callers need no check.
 */
interface Requester {
    /**
     * Starts to handle the request.
     *
     * @param handler the thread that handles it, to be interrupted when the server must stop; null if another component
     *     knows it
     * @return the request, or null if it is not to be handled now: the client is gone, or must read its responses first
     */
    @Nullable
    Request beginHandling(@Nullable Thread handler);

    /**
     * Returns whether {@link #beginHandling} would return null. Called by any thread, so the answer may be slightly out
     * of date.
     */
    boolean hasLeft();

    /**
     * Returns when the request was read, {@link System#nanoTime}. Called between {@link #beginHandling} and the
     * response.
     */
    long readAt();

    /** Returns whether content of the request is still to arrive. */
    boolean isSending();

    /** Sends a response. For streamed content, {@link #sendChunk} and {@link #endStream} follow. */
    void answer(Response response);

    /**
     * Sends a response, or closes the connection if that fails because of a fault in our code: nothing else would end
     * it.
     */
    default void deliver(Response response) {
        try {
            answer(response);
        } catch (Throwable e) {
            closeForFault(e);
        }
    }

    /** Sends a piece of streamed content, and notifies the stream when it has left. Takes ownership of the array. */
    void sendChunk(byte[] chunk, ResponseStream stream);

    /** Ends the streamed content. */
    void endStream();

    /** Aborts the response, so that the client sees that it is incomplete. */
    void cut();

    /** Flushes written responses. */
    void flushNow();

    /** Closes the connection because of a fault in our code. */
    void closeForFault(Throwable fault);

    /** Runs a task on the event loop. */
    void execute(Runnable task);
}

package vesper.rest;

/**
 * Returned by a handler to send events while the client listens: {@code return events -> events.send("tick")}.
 *
 * <p>It runs on its own virtual thread. The thread is interrupted when the stream ends, for example because the client
 * disconnects or the server stops. When the method returns, the stream ends and the client reconnects. An exception
 * thrown before the stream has ended is logged.
 */
@FunctionalInterface
public interface ServerSentEvents {
    /** Sends events until the source is exhausted. */
    void sendTo(SseEmitter events) throws Exception;
}

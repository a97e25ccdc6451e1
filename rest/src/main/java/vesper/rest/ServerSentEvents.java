package vesper.rest;

/**
 * Returned by a handler to send events for as long as the client listens: {@code return events -> events.send("tick")}.
 *
 * <p>It runs on a virtual thread of its own, which is interrupted as soon as the stream is over: the client has left,
 * the server stops. When it returns the stream ends, and the client will come back; what it throws otherwise is logged.
 */
@FunctionalInterface
public interface ServerSentEvents {
    /** Sends events until there are no more. */
    void sendTo(SseEmitter events) throws Exception;
}

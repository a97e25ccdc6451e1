package vesper.http.client;

import io.netty.buffer.ByteBuf;
import org.jspecify.annotations.Nullable;

/**
 * The HTTP version spoken on one connection: sends the requests of calls and parses the responses. Everything runs on
 * the connection's event loop.
 */
interface Protocol {
    /** Starts the protocol once both ends are ready. It notifies the pool when it can take calls. */
    void startProtocol();

    /** Sends the request of a call. */
    void start(Call call);

    /** Parses all of these bytes. The caller keeps the buffer. */
    void received(ByteBuf bytes);

    /** Called when all available input has been read. */
    void readComplete();

    /** Called when the channel has room for more output. */
    void writable();

    /** Called when the channel has closed. Must close the connection and fail its calls. */
    void lost(@Nullable Throwable cause);

    /** Called ten times a second. */
    void checkTime(long now);

    /** Ends a call whose response is no longer wanted. */
    void abort(Call call);

    /** Fails the calls and closes the connection when the client closes. */
    void clientCloses();

    /** Releases resources after the connection was closed; its calls have been notified. */
    void closed();
}

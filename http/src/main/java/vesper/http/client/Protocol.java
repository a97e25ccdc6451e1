package vesper.http.client;

import io.netty.buffer.ByteBuf;
import org.jspecify.annotations.Nullable;

/**
 * How calls are spoken over one connection: the requests that go out, and what is made of the bytes that come in. All
 * of it runs on the connection's event loop.
 */
interface Protocol {
    /** Both ends are ready to speak it; calls come once the pool was told. */
    void begin();

    /** Sends the call's request. */
    void start(Call call);

    /** Takes all of these bytes; the buffer is the caller's. */
    void received(ByteBuf bytes);

    /** All that was there to be read has been. */
    void readComplete();

    /** What was written has left, so that more may follow. */
    void writable();

    /** The channel has closed under it. The connection is to be closed for that, and its calls to be told. */
    void lost(@Nullable Throwable cause);

    /** Called ten times a second. */
    void checkTime(long now);

    /** Nobody waits for this call any more. */
    void abort(Call call);

    /** The client closes: the calls are told, and the connection is closed. */
    void clientCloses();

    /** The connection was closed: lets go what it holds. Whoever it worked for has been told. */
    void closed();
}

package vesper.http.frames;

import io.netty.buffer.ByteBuf;
import io.netty.handler.codec.http2.Http2Error;
import io.netty.handler.codec.http2.Http2Exception;
import io.netty.handler.codec.http2.Http2Settings;

/**
 * One end of an HTTP/2 connection, told what the other one's frames say. Their form is right; whether they may say it
 * is its business. Called on the event loop.
 */
public interface FrameReceiver {
    /** False once nothing that comes is of interest. */
    boolean takesFrames();

    /** Whether the peer has said its settings, which must be the first that it says. */
    boolean isSettled();

    /** Whether a frame for this stream can bring something on. */
    boolean awaits(int stream);

    /** {@link System#nanoTime}, of this turn of the loop or of this moment. */
    long now();

    /** @param flowBytes what it counts in flow control, padding included */
    void data(int stream, ByteBuf data, int flowBytes, boolean endStream);

    /** A header section has ended; its fields were handed over one by one. */
    void headers(int stream, boolean endStream);

    void resetByPeer(int stream, long errorCode);

    /** @throws Http2Exception if one of them cannot be */
    void settings(Http2Settings settings) throws Http2Exception;

    void ping(long data);

    void pingAnswered(long data);

    void pushed();

    void sentAway(int lastStream, long errorCode, ByteBuf text);

    /** @param stream 0 for the whole connection */
    void windowUpdate(int stream, int increment);

    /** A header section is larger than whatever may be in it. No frame can be understood after it. */
    void blockTooLarge(int stream, int mostBytes);

    /** A rule of the connection is broken. */
    void violated(Http2Error error, String why);

    /** A rule is broken that concerns one stream, which may be over. */
    void violated(int stream, Http2Error error, String why);
}

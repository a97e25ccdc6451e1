package vesper.http.frames;

import io.netty.buffer.ByteBuf;
import io.netty.handler.codec.http2.Http2Error;
import io.netty.handler.codec.http2.Http2Exception;
import io.netty.handler.codec.http2.Http2Settings;

/**
 * A receiver of the frames of one HTTP/2 connection. The frames are well-formed; the receiver checks whether the peer
 * may send them. Called on the event loop.
 */
public interface FrameReceiver {
    /** Returns false once all further input is to be ignored. */
    boolean takesFrames();

    /** Returns whether the peer has sent its SETTINGS, which must be its first frame. */
    boolean isSettled();

    /** Returns whether a frame for this stream can be useful, rather than idle. */
    boolean awaits(int stream);

    /** Returns {@link System#nanoTime}, either as of this loop iteration or current. */
    long now();

    /** @param flowBytes bytes that count for flow control, padding included */
    void data(int stream, ByteBuf data, int flowBytes, boolean endStream);

    /** Called at the end of a header section, whose fields were passed on one at a time. */
    void headers(int stream, boolean endStream);

    void resetByPeer(int stream, long errorCode);

    /** @throws Http2Exception if a setting has an invalid value */
    void settings(Http2Settings settings) throws Http2Exception;

    void ping(long data);

    void pingAnswered(long data);

    void pushed();

    void sentAway(int lastStream, long errorCode, ByteBuf text);

    /** @param stream 0 for the whole connection */
    void windowUpdate(int stream, int increment);

    /** Called when a header section exceeds its limit. No later frame can be decoded. */
    void blockTooLarge(int stream, int mostBytes);

    /** Called when the peer breaks a rule of the connection. */
    void violated(Http2Error error, String why);

    /** Called when the peer breaks a rule for one stream, which may be closed already. */
    void violated(int stream, Http2Error error, String why);
}

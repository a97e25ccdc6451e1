package vesper.http.frames;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelPromise;
import io.netty.channel.socket.SocketChannel;
import io.netty.handler.codec.http2.DefaultHttp2HeadersEncoder;
import io.netty.handler.codec.http2.Http2Error;
import io.netty.handler.codec.http2.Http2Exception;
import io.netty.handler.codec.http2.Http2FrameTypes;
import io.netty.handler.codec.http2.Http2Headers;
import io.netty.handler.codec.http2.Http2HeadersEncoder;
import io.netty.handler.codec.http2.Http2Settings;
import org.jspecify.annotations.Nullable;

/**
 * Output side of an HTTP/2 connection: collects frames (RFC 9113, section 4) in one buffer and sends them with one
 * flush.
 *
 * <p>Above {@value #GATHERED_BYTES} bytes the buffer is passed to the channel before the flush, so that
 * {@link #hasRoom} shows whether the peer keeps up with reading.
 */
@SuppressWarnings("FutureReturnValueIgnored") // of Netty's futures: a failed write shows as a closed channel
public final class FrameOutput {
    /** Largest frame that we send; every peer accepts it. */
    public static final int FRAME_BYTES = 16 << 10;

    public static final int HEADER_BYTES = 9;
    private static final int FIRST_BYTES = 1 << 10;
    private static final int GATHERED_BYTES = 32 << 10;
    private static final int END_STREAM = 0x1;
    private static final int ACK = 0x1;
    private static final int END_HEADERS = 0x4;

    private final SocketChannel channel;
    private final DefaultHttp2HeadersEncoder hpack;
    private @Nullable ByteBuf gathered;
    private boolean unflushed;
    private final StuckReader reader = new StuckReader();

    public FrameOutput(SocketChannel channel) {
        this(channel, Http2HeadersEncoder.NEVER_SENSITIVE);
    }

    /** @param secrets decides which fields no intermediary may index (RFC 7541, section 7.1.3) */
    public FrameOutput(SocketChannel channel, Http2HeadersEncoder.SensitivityDetector secrets) {
        this.channel = channel;
        this.hpack = new DefaultHttp2HeadersEncoder(secrets, true);
    }

    /** Writes the client's connection preface. */
    public void preface() {
        written(buffer().writeBytes(Preface.bytes()));
    }

    /** Sets the size of the HPACK table that the peer keeps for us. We never use more than the default. */
    public void hpackTable(long bytes) throws Http2Exception {
        hpack.configuration().maxHeaderTableSize(Math.min(bytes, 4096));
    }

    public void headers(int stream, Http2Headers fields, boolean endStream) {
        ByteBuf out = buffer();
        int start = out.writerIndex();
        out.writeZero(HEADER_BYTES);
        try {
            hpack.encodeHeaders(stream, fields, out);
        } catch (Http2Exception e) {
            throw new IllegalStateException("fields that HPACK cannot encode", e);
        }
        int length = out.writerIndex() - start - HEADER_BYTES;
        int flags = endStream ? END_STREAM : 0;
        if (length <= FRAME_BYTES) {
            int end = out.writerIndex();
            out.writerIndex(start);
            header(out, length, Http2FrameTypes.HEADERS, flags | END_HEADERS, stream);
            out.writerIndex(end);
        } else {
            byte[] block = ByteBufUtil.getBytes(out, start + HEADER_BYTES, length);
            out.writerIndex(start);
            split(out, block, flags, stream);
        }
        written(out);
    }

    private static void split(ByteBuf out, byte[] block, int flags, int stream) {
        for (int from = 0; from < block.length; from += FRAME_BYTES) {
            int length = Math.min(FRAME_BYTES, block.length - from);
            int ends = from + length == block.length ? END_HEADERS : 0;
            byte type = from == 0 ? Http2FrameTypes.HEADERS : Http2FrameTypes.CONTINUATION;
            header(out, length, type, from == 0 ? flags | ends : ends, stream);
            out.writeBytes(block, from, length);
        }
    }

    public void data(int stream, byte[] content, int from, int length, boolean endStream) {
        ByteBuf out = buffer();
        header(out, length, Http2FrameTypes.DATA, endStream ? END_STREAM : 0, stream);
        out.writeBytes(content, from, length);
        written(out);
    }

    public void reset(int stream, Http2Error error) {
        ByteBuf out = buffer();
        header(out, 4, Http2FrameTypes.RST_STREAM, 0, stream);
        out.writeInt((int) error.code());
        written(out);
    }

    public void settings(Http2Settings settings) {
        ByteBuf out = buffer();
        header(out, 6 * settings.size(), Http2FrameTypes.SETTINGS, 0, 0);
        settings.forEach((key, value) -> out.writeChar(key).writeInt(value.intValue()));
        written(out);
    }

    public void settingsAck() {
        ByteBuf out = buffer();
        header(out, 0, Http2FrameTypes.SETTINGS, ACK, 0);
        written(out);
    }

    public void ping(boolean ack, long data) {
        ByteBuf out = buffer();
        header(out, 8, Http2FrameTypes.PING, ack ? ACK : 0, 0);
        out.writeLong(data);
        written(out);
    }

    /** @param stream 0 for the whole connection */
    public void windowUpdate(int stream, int bytes) {
        ByteBuf out = buffer();
        header(out, 4, Http2FrameTypes.WINDOW_UPDATE, 0, stream);
        out.writeInt(bytes);
        written(out);
    }

    public void goAway(int lastStream, Http2Error error, String why) {
        byte[] text = why.getBytes(US_ASCII);
        ByteBuf out = buffer();
        header(out, 8 + text.length, Http2FrameTypes.GO_AWAY, 0, 0);
        out.writeInt(lastStream).writeInt((int) error.code()).writeBytes(text);
        written(out);
    }

    private static void header(ByteBuf out, int length, byte type, int flags, int stream) {
        out.writeMedium(length).writeByte(type).writeByte(flags).writeInt(stream);
    }

    private ByteBuf buffer() {
        ByteBuf buffer = gathered;
        if (buffer == null) gathered = buffer = channel.alloc().directBuffer(FIRST_BYTES);
        return buffer;
    }

    private void written(ByteBuf out) {
        unflushed = true;
        if (out.readableBytes() < GATHERED_BYTES) return;
        gathered = null;
        channel.write(out, channel.voidPromise());
    }

    public void flush() {
        if (!unflushed) return;
        unflushed = false;
        ByteBuf last = gathered;
        gathered = null;
        if (last == null) channel.flush();
        else channel.writeAndFlush(last, channel.voidPromise());
    }

    /** Flushes; the promise completes when everything written so far has been sent. */
    public void flush(ChannelPromise sent) {
        unflushed = false;
        ByteBuf last = gathered;
        gathered = null;
        channel.writeAndFlush(last == null ? Unpooled.EMPTY_BUFFER : last, sent);
    }

    /** Returns false while more output than it should is waiting for the peer. */
    public boolean hasRoom() {
        return channel.isWritable();
    }

    public void release() {
        if (gathered != null) gathered.release();
        gathered = null;
        hpack.close();
    }

    /** See {@link StuckReader#stuckNanos}. */
    public long stuckNanos(long now) {
        return reader.stuckNanos(channel, 0, now);
    }
}

package vesper.http.frames;

import static io.netty.handler.codec.http2.Http2Error.ENHANCE_YOUR_CALM;
import static io.netty.handler.codec.http2.Http2Error.FRAME_SIZE_ERROR;
import static io.netty.handler.codec.http2.Http2Error.PROTOCOL_ERROR;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.http2.DefaultHttp2FrameReader;
import io.netty.handler.codec.http2.Http2Exception;
import io.netty.handler.codec.http2.Http2Flags;
import io.netty.handler.codec.http2.Http2FrameAdapter;
import io.netty.handler.codec.http2.Http2FrameReader;
import io.netty.handler.codec.http2.Http2FrameTypes;
import io.netty.handler.codec.http2.Http2Headers;
import io.netty.handler.codec.http2.Http2Settings;
import java.time.Duration;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A parser for the frames that a peer sends (RFC 9113, section 4). It uses Netty's reader and passes the frames to a
 * {@link FrameReceiver}. It bounds what would accumulate: a frame to {@value FrameOutput#FRAME_BYTES} bytes, and a
 * header section to the limit given at construction. Idle frames, which do not advance any request or response (frames
 * of padding alone, for example), are limited to {@value #IDLE_FRAMES} in ten seconds. Used by its event loop only.
 */
public final class FrameInput {
    private static final int FIRST_BYTES = 256;
    /** Idle frames within the window; more are a flood. */
    private static final int IDLE_FRAMES = 10_000;

    private static final Duration IDLE_FRAMES_WINDOW = Duration.ofSeconds(10);
    /** Idle frames that are credited for each useful frame. */
    private static final int WORTH = 10;

    private static final int FLAG_END_STREAM = 0x1;
    private static final int FLAG_ACK = 0x1;
    private static final int FLAG_END_HEADERS = 0x4;
    private static final int FLAG_PADDED = 0x8;
    private static final int FLAG_PRIORITY = 0x20;
    private static final int PRIORITY_BYTES = 5;
    /**
     * Content of this many bytes never counts as idle, even for a closed stream: the sender pays for it with bandwidth
     * and with flow-control window.
     */
    private static final int COSTLY_BYTES = 64;

    private final FrameReceiver receiver;
    private final Http2FrameReader reader;
    private final Frames frames = new Frames();
    private final int mostBlockBytes;
    private final int leastContentBytes;
    private final Allowance idleFrames;

    /** The start of a frame whose rest has not arrived. */
    private @Nullable ByteBuf pending;
    /** True from the start of a header section to its end. */
    private boolean sectionOpen;
    /** Size so far and stream of the current header section. */
    private int blockBytes;

    private int blockStream;

    /**
     * Creates the input side of one connection.
     *
     * @param sections supplies the receiver of the fields whenever a header section starts
     * @param mostBlockBytes limit on the HPACK bytes of a header section; its decoded size has separate limits
     * @param leastContentBytes a frame with less content than this is idle
     */
    public FrameInput(
            FrameReceiver receiver,
            Supplier<? extends Http2Headers> sections,
            int mostBlockBytes,
            int leastContentBytes) {
        this.receiver = receiver;
        this.mostBlockBytes = mostBlockBytes;
        this.leastContentBytes = leastContentBytes;
        this.reader =
                new DefaultHttp2FrameReader(new FieldsDecoder(sections, mostBlockBytes + FrameOutput.FRAME_BYTES));
        this.idleFrames = new Allowance(IDLE_FRAMES, IDLE_FRAMES_WINDOW, receiver.now());
    }

    /** Credits idle frames, since we sent something that the peer will acknowledge with one. */
    public void expectsMore() {
        idleFrames.release(WORTH);
    }

    /** Parses all of these bytes. The caller keeps the buffer. */
    public void received(ChannelHandlerContext context, ByteBuf bytes) {
        ByteBuf part = pending;
        pending = null;
        ByteBuf all = part == null ? bytes : part.writeBytes(bytes);
        try {
            consume(context, all);
            if (all.isReadable() && receiver.takesFrames())
                pending = context.alloc()
                        .buffer(Math.max(FIRST_BYTES, all.readableBytes()))
                        .writeBytes(all);
        } finally {
            if (part != null) part.release();
        }
    }

    /** Returns whether a header section, or a frame other than DATA, has started and not ended. */
    public boolean isAmidHead() {
        ByteBuf part = pending;
        return sectionOpen || (part != null && !isContent(part));
    }

    /** Returns how many content bytes of an incomplete DATA frame have arrived, if it is for this stream; else 0. */
    public int contentBegunFor(int stream) {
        ByteBuf part = pending;
        if (part == null || !isContent(part) || part.getInt(part.readerIndex() + 5) != stream) return 0;
        return part.readableBytes() - FrameOutput.HEADER_BYTES;
    }

    private static boolean isContent(ByteBuf part) {
        return part.readableBytes() >= FrameOutput.HEADER_BYTES
                && part.getByte(part.readerIndex() + 3) == Http2FrameTypes.DATA;
    }

    public void release() {
        ByteBuf part = pending;
        pending = null;
        if (part != null) part.release();
        reader.close();
    }

    private void consume(ChannelHandlerContext context, ByteBuf in) {
        while (receiver.takesFrames() && in.readableBytes() >= FrameOutput.HEADER_BYTES) {
            int start = in.readerIndex();
            int length = in.getUnsignedMedium(start);
            if (length > FrameOutput.FRAME_BYTES) {
                receiver.violated(FRAME_SIZE_ERROR, "a frame is longer than " + FrameOutput.FRAME_BYTES + " bytes");
                return;
            }
            if (in.readableBytes() < FrameOutput.HEADER_BYTES + length) return;
            byte type = in.getByte(start + 3);
            byte flags = in.getByte(start + 4);
            int stream = in.getInt(start + 5) & Integer.MAX_VALUE;
            if (!mayCome(type, flags, length, carried(in, type, flags, length), stream)) return;
            read(context, in.readSlice(FrameOutput.HEADER_BYTES + length));
        }
    }

    /** Returns the length of a frame without its padding and, for HEADERS, without the ignored priority. */
    private static int carried(ByteBuf in, byte type, byte flags, int length) {
        int carried = length;
        boolean section = type == Http2FrameTypes.HEADERS;
        boolean mayBePadded = section || type == Http2FrameTypes.DATA;
        if (mayBePadded && (flags & FLAG_PADDED) != 0 && length > 0)
            carried -= 1 + in.getUnsignedByte(in.readerIndex() + FrameOutput.HEADER_BYTES);
        if (section && (flags & FLAG_PRIORITY) != 0) carried -= PRIORITY_BYTES;
        return carried;
    }

    private boolean mayCome(byte type, byte flags, int length, int carried, int stream) {
        if (!receiver.isSettled() && (type != Http2FrameTypes.SETTINGS || (flags & FLAG_ACK) != 0)) {
            receiver.violated(PROTOCOL_ERROR, "the first frame is not SETTINGS");
            return false;
        }
        if (bringsOn(type, flags, carried, stream)) {
            idleFrames.release(WORTH);
        } else if (!idleFrames.spend(receiver.now())) {
            receiver.violated(ENHANCE_YOUR_CALM, "too many frames that bring nothing on");
            return false;
        }
        if (type == Http2FrameTypes.HEADERS || type == Http2FrameTypes.CONTINUATION)
            return blockFits(type, flags, length, stream);
        return true;
    }

    private boolean bringsOn(byte type, byte flags, int carried, int stream) {
        return switch (type) {
            case Http2FrameTypes.HEADERS -> carried > 0 && receiver.awaits(stream);
            case Http2FrameTypes.DATA ->
                carried >= COSTLY_BYTES
                        || ((carried >= leastContentBytes || (flags & FLAG_END_STREAM) != 0)
                                && receiver.awaits(stream));
            default -> false;
        };
    }

    /** Limits a header section that never ends. */
    private boolean blockFits(byte type, byte flags, int length, int stream) {
        if (type == Http2FrameTypes.HEADERS) {
            blockBytes = 0;
            blockStream = stream;
        }
        blockBytes += length;
        sectionOpen = (flags & FLAG_END_HEADERS) == 0;
        if (blockBytes <= mostBlockBytes) return true;
        receiver.blockTooLarge(blockStream, mostBlockBytes);
        return false;
    }

    private void read(ChannelHandlerContext context, ByteBuf frame) {
        try {
            reader.readFrame(context, frame, frames);
        } catch (Http2Exception e) {
            String why = String.valueOf(e.getMessage());
            if (e instanceof Http2Exception.StreamException of) receiver.violated(of.streamId(), e.error(), why);
            else receiver.violated(e.error(), why);
        }
    }

    /** A translation of Netty's callbacks to those of {@link FrameReceiver}. */
    private final class Frames extends Http2FrameAdapter {
        @Override
        public int onDataRead(ChannelHandlerContext ctx, int stream, ByteBuf data, int padding, boolean endStream) {
            receiver.data(stream, data, data.readableBytes() + padding, endStream);
            return 0;
        }

        @Override
        public void onHeadersRead(
                ChannelHandlerContext ctx, int stream, Http2Headers headers, int padding, boolean endStream) {
            receiver.headers(stream, endStream);
        }

        @Override
        public void onHeadersRead(
                ChannelHandlerContext ctx,
                int stream,
                Http2Headers headers,
                int dependency,
                short weight,
                boolean exclusive,
                int padding,
                boolean endStream) {
            receiver.headers(stream, endStream);
        }

        @Override
        public void onRstStreamRead(ChannelHandlerContext ctx, int stream, long errorCode) {
            receiver.resetByPeer(stream, errorCode);
        }

        @Override
        public void onSettingsRead(ChannelHandlerContext ctx, Http2Settings settings) throws Http2Exception {
            receiver.settings(settings);
        }

        @Override
        public void onPingRead(ChannelHandlerContext ctx, long data) {
            receiver.ping(data);
        }

        @Override
        public void onPingAckRead(ChannelHandlerContext ctx, long data) {
            receiver.pingAnswered(data);
        }

        @Override
        public void onPushPromiseRead(
                ChannelHandlerContext ctx, int stream, int promised, Http2Headers headers, int padding) {
            receiver.pushed();
        }

        @Override
        public void onGoAwayRead(ChannelHandlerContext ctx, int lastStream, long errorCode, ByteBuf text) {
            receiver.sentAway(lastStream, errorCode, text);
        }

        @Override
        public void onWindowUpdateRead(ChannelHandlerContext ctx, int stream, int increment) {
            receiver.windowUpdate(stream, increment);
        }

        @Override
        public void onUnknownFrame(
                ChannelHandlerContext ctx, byte type, int stream, Http2Flags flags, ByteBuf payload) {}
    }
}

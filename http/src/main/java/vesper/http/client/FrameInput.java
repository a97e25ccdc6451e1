package vesper.http.client;

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
import org.jspecify.annotations.Nullable;
import vesper.http.frames.Allowance;
import vesper.http.frames.FieldsDecoder;
import vesper.http.frames.FrameOutput;

/**
 * Makes frames of what a server sends (RFC 9113, section 4), by Netty's reader, and bounds what that would gather: a frame
 * to {@value FrameOutput#FRAME_BYTES} bytes, a header section to what it is made with, and frames that bring nothing on to
 * {@value #IDLE_FRAMES} in ten seconds. What the frames say goes to {@link Http2Calls}.
 */
final class FrameInput {
    private static final int FIRST_BYTES = 256;
    /** Frames that bring nothing on: more of them in a while than this are a flood. */
    private static final int IDLE_FRAMES = 10_000;

    private static final Duration IDLE_FRAMES_WINDOW = Duration.ofSeconds(10);
    /** A frame that brings something on makes up for so many that do not. */
    private static final int WORTH = 10;

    private static final int FLAG_END_STREAM = 0x1;
    private static final int FLAG_ACK = 0x1;
    private static final int FLAG_END_HEADERS = 0x4;

    private final Http2Calls calls;
    private final ChannelHandlerContext context;
    private final Http2FrameReader reader;
    private final Frames frames = new Frames();
    private final int mostBlockBytes;
    private final Allowance idleFrames = new Allowance(IDLE_FRAMES, IDLE_FRAMES_WINDOW, System.nanoTime());

    /** The beginning of a frame whose rest has not come. */
    private @Nullable ByteBuf pending;
    /** The bytes of the header section that has begun, and its stream. */
    private int blockBytes;

    private int blockStream;

    FrameInput(Http2Calls calls, ChannelHandlerContext context, ReceivedSection section, int mostBlockBytes) {
        this.calls = calls;
        this.context = context;
        this.mostBlockBytes = mostBlockBytes;
        this.reader = new DefaultHttp2FrameReader(
                new FieldsDecoder(section::begin, mostBlockBytes + FrameOutput.FRAME_BYTES));
    }

    /** Something was sent whose receipt the server will tell. */
    void expectsMore() {
        idleFrames.giveBack(WORTH);
    }

    /** Takes all of these bytes; the buffer is the caller's. */
    void received(ByteBuf bytes) {
        ByteBuf part = pending;
        pending = null;
        ByteBuf all = part == null ? bytes : part.writeBytes(bytes);
        try {
            consume(all);
            if (all.isReadable() && !calls.isClosed())
                pending = context.alloc()
                        .buffer(Math.max(FIRST_BYTES, all.readableBytes()))
                        .writeBytes(all);
        } finally {
            if (part != null) part.release();
        }
    }

    void release() {
        ByteBuf part = pending;
        pending = null;
        if (part != null) part.release();
        reader.close();
    }

    private void consume(ByteBuf in) {
        while (!calls.isClosed() && in.readableBytes() >= FrameOutput.HEADER_BYTES) {
            int start = in.readerIndex();
            int length = in.getUnsignedMedium(start);
            if (length > FrameOutput.FRAME_BYTES) {
                calls.violated(FRAME_SIZE_ERROR, "a frame is longer than " + FrameOutput.FRAME_BYTES + " bytes");
                return;
            }
            if (in.readableBytes() < FrameOutput.HEADER_BYTES + length) return;
            byte type = in.getByte(start + 3);
            byte flags = in.getByte(start + 4);
            int id = in.getInt(start + 5) & Integer.MAX_VALUE;
            if (!mayCome(type, flags, length, id)) return;
            read(in.readSlice(FrameOutput.HEADER_BYTES + length));
        }
    }

    private boolean mayCome(byte type, byte flags, int length, int id) {
        if (!calls.isSettled() && (type != Http2FrameTypes.SETTINGS || (flags & FLAG_ACK) != 0)) {
            calls.violated(PROTOCOL_ERROR, "the first frame is not SETTINGS");
            return false;
        }
        boolean content = type == Http2FrameTypes.DATA && (length > 0 || (flags & FLAG_END_STREAM) != 0);
        boolean bringsOn = (content || type == Http2FrameTypes.HEADERS) && calls.call(id) != null;
        if (bringsOn) {
            idleFrames.giveBack(WORTH);
        } else if (!idleFrames.spend(System.nanoTime())) {
            calls.violated(ENHANCE_YOUR_CALM, "too many frames that bring nothing on");
            return false;
        }
        if (type == Http2FrameTypes.HEADERS || type == Http2FrameTypes.CONTINUATION)
            return blockFits(type, flags, length, id);
        return true;
    }

    /** A header section that does not end is not gathered for ever. */
    private boolean blockFits(byte type, byte flags, int length, int id) {
        if (type == Http2FrameTypes.HEADERS) {
            blockBytes = 0;
            blockStream = id;
        }
        blockBytes += length;
        if (blockBytes > mostBlockBytes) {
            calls.blockTooLarge(blockStream, mostBlockBytes);
            return false;
        }
        if ((flags & FLAG_END_HEADERS) != 0) blockBytes = 0;
        return true;
    }

    private void read(ByteBuf frame) {
        try {
            reader.readFrame(context, frame, frames);
        } catch (Http2Exception e) {
            String why = String.valueOf(e.getMessage());
            if (e instanceof Http2Exception.StreamException of) calls.violated(of.streamId(), e.error(), why);
            else calls.violated(e.error(), why);
        }
    }

    /** What the frames say, whose form is right. */
    private final class Frames extends Http2FrameAdapter {
        @Override
        public int onDataRead(ChannelHandlerContext ctx, int id, ByteBuf data, int padding, boolean endStream) {
            calls.data(id, data, data.readableBytes() + padding, endStream);
            return 0;
        }

        @Override
        public void onHeadersRead(
                ChannelHandlerContext ctx, int id, Http2Headers headers, int padding, boolean endStream) {
            calls.headers(id, endStream);
        }

        @Override
        public void onHeadersRead(
                ChannelHandlerContext ctx,
                int id,
                Http2Headers headers,
                int dependency,
                short weight,
                boolean exclusive,
                int padding,
                boolean endStream) {
            calls.headers(id, endStream);
        }

        @Override
        public void onRstStreamRead(ChannelHandlerContext ctx, int id, long errorCode) {
            calls.resetByServer(id, errorCode);
        }

        @Override
        public void onSettingsRead(ChannelHandlerContext ctx, Http2Settings settings) throws Http2Exception {
            calls.settings(settings);
        }

        @Override
        public void onPingRead(ChannelHandlerContext ctx, long data) {
            calls.output.ping(true, data);
        }

        @Override
        public void onPushPromiseRead(
                ChannelHandlerContext ctx, int id, int promisedId, Http2Headers headers, int padding) {
            calls.violated(PROTOCOL_ERROR, "the server pushes, which was not allowed to it");
        }

        @Override
        public void onGoAwayRead(ChannelHandlerContext ctx, int lastId, long errorCode, ByteBuf text) {
            calls.sentAway(lastId, errorCode, text);
        }

        @Override
        public void onWindowUpdateRead(ChannelHandlerContext ctx, int id, int increment) {
            calls.windowUpdate(id, increment);
        }

        @Override
        public void onUnknownFrame(ChannelHandlerContext ctx, byte type, int id, Http2Flags flags, ByteBuf payload) {}
    }
}

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
 * Makes frames of what a peer sends (RFC 9113, section 4), by Netty's reader, and bounds what that would gather: a
 * frame to {@value FrameOutput#FRAME_BYTES} bytes, a header section to what it is made with, and frames that bring
 * nothing on, those of padding alone among them, to {@value #IDLE_FRAMES} in ten seconds. What the frames say goes to a
 * {@link FrameReceiver}. Touched by its event loop alone.
 */
public final class FrameInput {
    private static final int FIRST_BYTES = 256;
    /** Frames that bring nothing on: more of them in a while than this are a flood. */
    private static final int IDLE_FRAMES = 10_000;

    private static final Duration IDLE_FRAMES_WINDOW = Duration.ofSeconds(10);
    /** A frame that brings something on makes up for so many that do not. */
    private static final int WORTH = 10;

    private static final int FLAG_END_STREAM = 0x1;
    private static final int FLAG_ACK = 0x1;
    private static final int FLAG_END_HEADERS = 0x4;
    private static final int FLAG_PADDED = 0x8;
    private static final int FLAG_PRIORITY = 0x20;
    private static final int PRIORITY_BYTES = 5;
    /**
     * Content of so many bytes is never idle, whatever for: who sends it pays for it with its bandwidth and its window.
     */
    private static final int COSTLY_BYTES = 64;

    private final FrameReceiver receiver;
    private final Http2FrameReader reader;
    private final Frames frames = new Frames();
    private final int mostBlockBytes;
    private final int leastContentBytes;
    private final Allowance idleFrames;

    /** The beginning of a frame whose rest has not come. */
    private @Nullable ByteBuf pending;
    /** Whether a header section has begun and not ended. */
    private boolean sectionOpen;
    /** The bytes of that section, and its stream. */
    private int blockBytes;

    private int blockStream;

    /**
     * Makes frames for one connection.
     *
     * @param sections asked when a header section begins for what takes its fields
     * @param mostBlockBytes how many bytes of HPACK a header section may take; what it says has its limits beside that
     * @param leastContentBytes content of a frame below this brings nothing on
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

    /** Something was sent whose receipt the peer will tell. */
    public void expectsMore() {
        idleFrames.giveBack(WORTH);
    }

    /** Takes all of these bytes; the buffer is the caller's. */
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

    /** Whether a header section has begun and not ended, or a frame that is no content. */
    public boolean isAmidHead() {
        ByteBuf part = pending;
        return sectionOpen || (part != null && !isContent(part));
    }

    /** How much of a frame's content has come whose end has not, where it is for this stream. */
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

    /** What is in a frame beside its padding and, with a header section, the priority that nobody goes by. */
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
            idleFrames.giveBack(WORTH);
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

    /** A header section that does not end is not gathered for ever. */
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

    /** From Netty's words to ours. */
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

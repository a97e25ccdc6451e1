package vesper.http;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelPromise;
import io.netty.channel.socket.SocketChannel;
import io.netty.channel.unix.Socket;
import java.io.IOException;
import org.jspecify.annotations.Nullable;
import vesper.http.frames.StuckReader;

/**
 * Output side of an HTTP/1.1 connection: collects responses in one buffer and sends them with one flush. While nothing
 * waits for the client, bytes go directly from that buffer to the socket. Bytes that the kernel does not accept go
 * through the channel's queue.
 *
 * <p>Above {@value #GATHERED_BYTES} bytes the buffer is passed to the channel before the flush, so that
 * {@link #hasRoom} shows whether the client keeps up with reading.
 */
@SuppressWarnings("FutureReturnValueIgnored") // of Netty's futures: a failed write shows as a closed channel
final class Output {
    private static final int GATHERED_BYTES = 32 << 10;
    /** Content up to this size is copied behind its head; larger content is sent from its own array. */
    static final int COPIED_BYTES = 16 << 10;
    /** Part of large content that is passed to the channel at a time, which copies it out of the heap. */
    private static final int SLICE_BYTES = 64 << 10;

    private final SocketChannel channel;
    private final Loop loop;
    private final LoopBuffers buffers;
    /** The channel's socket, if bytes can bypass its queue; else null. */
    private final @Nullable Socket socket;

    private @Nullable ByteBuf gathered;
    /** Large content being sent, and how much of it the channel has; bytes in the buffer follow it. */
    private Response.@Nullable Bytes large;

    private int largeHanded;
    private final HeldBytes budget;
    private int taken;
    private @Nullable ChannelPromise afterLarge;
    private final StuckReader reader = new StuckReader();

    /**
     * @param budget for large content that waits
     * @param encrypted whether the channel transforms the bytes, so that none may bypass it
     */
    Output(SocketChannel channel, Loop loop, HeldBytes budget, boolean encrypted) {
        this.channel = channel;
        this.budget = budget;
        this.loop = loop;
        this.buffers = loop.buffers;
        this.socket = encrypted ? null : Transport.socket(channel);
    }

    /** Returns the buffer for heads and small content. */
    ByteBuf buffer() {
        ByteBuf buffer = gathered;
        if (buffer == null) gathered = buffer = buffers.take();
        return buffer;
    }

    /**
     * Reserves budget for large content, until the client has read most of it. Returns false if there is too little.
     */
    boolean hasPlaceFor(int length) {
        if (!budget.take(length)) return false;
        taken += length;
        return true;
    }

    void write(Response.Bytes content) {
        if (content.length <= COPIED_BYTES) {
            ByteBuf buffer = buffer().writeBytes(content.array, content.offset, content.length);
            if (buffer.readableBytes() >= GATHERED_BYTES) handOver();
        } else {
            handOver();
            large = content;
            largeHanded = 0;
            handOverSlices();
        }
    }

    /** Continues with large content when the channel has room again. */
    void resume() {
        if (large == null || !channel.isWritable()) return;
        handOverSlices();
        if (large != null) {
            flushChannel();
            return;
        }
        ChannelPromise last = afterLarge;
        afterLarge = null;
        if (last == null) flush();
        else flush(last);
    }

    private void handOverSlices() {
        Response.Bytes content = large;
        while (content != null && channel.isWritable()) {
            int length = Math.min(SLICE_BYTES, content.length - largeHanded);
            var slice = Unpooled.wrappedBuffer(content.array, content.offset + largeHanded, length);
            channel.write(slice, channel.voidPromise());
            largeHanded += length;
            if (largeHanded == content.length) large = content = null;
        }
        if (large == null) releaseBudget();
    }

    private void releaseBudget() {
        budget.release(taken);
        taken = 0;
    }

    void flush() {
        if (sendAtOnce()) return;
        handOver();
        flushChannel();
    }

    private void flushChannel() {
        loop.notifyPending();
        channel.flush();
    }

    /** Sends directly to the socket. Returns whether everything written has left. */
    private boolean sendAtOnce() {
        ByteBuf full = gathered;
        if (socket == null || large != null || waitingBytes() > 0 || !channel.isActive()) return false;
        if (full == null) return true;
        if (!full.hasMemoryAddress()) return false;
        loop.notifyPending();
        try {
            full.skipBytes(socket.sendAddress(full.memoryAddress(), full.readerIndex(), full.writerIndex()));
        } catch (IOException e) {
            // The channel will get the same error, and close.
            return false;
        }
        if (full.isReadable()) return false;
        gathered = null;
        buffers.release(full);
        return true;
    }

    private long waitingBytes() {
        var waiting = channel.unsafe().outboundBuffer();
        return waiting == null ? 0 : waiting.totalPendingWriteBytes();
    }

    /** Flushes; the promise completes when everything written so far has been sent. */
    void flush(ChannelPromise sent) {
        if (large != null) {
            afterLarge = sent;
            flushChannel();
            return;
        }
        if (sendAtOnce()) {
            sent.setSuccess();
            return;
        }
        ByteBuf last = gathered;
        gathered = null;
        loop.notifyPending();
        channel.writeAndFlush(last == null ? Unpooled.EMPTY_BUFFER : last, sent);
    }

    /** Returns whether nothing waits for the client, and further bytes can bypass the channel's queue. */
    boolean isFree() {
        return socket != null && gathered == null && large == null && waitingBytes() == 0;
    }

    /** Returns false while more output than it should is waiting for the client. */
    boolean hasRoom() {
        return large == null && channel.isWritable();
    }

    /** Returns whether bytes were waiting for the client at the last call of {@link #stuckNanos}. */
    boolean isWaiting() {
        return reader.hasUnread();
    }

    void release() {
        if (gathered != null) buffers.release(gathered);
        gathered = null;
        large = null;
        releaseBudget();
    }

    private void handOver() {
        if (large != null) return;
        ByteBuf full = gathered;
        gathered = null;
        if (full != null) channel.write(full, channel.voidPromise());
    }

    /** See {@link StuckReader#stuckNanos}. */
    long stuckNanos(long now) {
        return reader.stuckNanos(channel, large == null ? 0 : large.length - largeHanded, now);
    }
}

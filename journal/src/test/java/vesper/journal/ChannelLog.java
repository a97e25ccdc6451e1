package vesper.journal;

import static java.nio.file.StandardOpenOption.CREATE_NEW;
import static java.nio.file.StandardOpenOption.WRITE;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * A log to compare the journal with: the same entries in a file that is written with {@code write(2)}. With a buffer it
 * writes entries only when that is full, so the end of the process loses the buffered ones. It can write zeros ahead,
 * as the journal does, so that a sync need not record new blocks.
 */
final class ChannelLog implements Closeable {
    private final Path folder;
    private final int segmentBytes;
    private final ByteBuffer buffer;
    private final boolean gathers;
    private final boolean claims;
    private final EntryWriter writer = new EntryWriter();

    private FileChannel channel;
    private int number;
    private long writtenBytes;
    private long sequence;

    ChannelLog(Path folder, int segmentBytes, boolean gathers, boolean claims) throws IOException {
        this.folder = folder;
        this.segmentBytes = segmentBytes;
        this.gathers = gathers;
        this.claims = claims;
        this.buffer = ByteBuffer.allocateDirect(64 << 10);
        this.channel = begin();
    }

    synchronized long append(int type, ByteBuffer payload) throws IOException {
        int size = EntryFormat.sizeBytes(payload.remaining());
        if (buffer.position() + size > buffer.capacity()) flush();
        int at = buffer.position();
        // Padding up to a multiple of 8.
        buffer.putLong(at + size - Long.BYTES, 0);
        writer.write(buffer, at, sequence++, type, payload);
        buffer.position(at + size);
        if (!gathers) flush();
        return writtenBytes + at;
    }

    synchronized void sync() throws IOException {
        flush();
        channel.force(false);
    }

    @Override
    public synchronized void close() throws IOException {
        channel.close();
    }

    private void flush() throws IOException {
        buffer.flip();
        while (buffer.hasRemaining()) writtenBytes += channel.write(buffer, writtenBytes);
        buffer.clear();
        if (writtenBytes > segmentBytes - buffer.capacity()) roll();
    }

    private void roll() throws IOException {
        channel.close();
        Files.deleteIfExists(folder.resolve(number + ".log"));
        number++;
        channel = begin();
        writtenBytes = 0;
    }

    private FileChannel begin() throws IOException {
        FileChannel begun = FileChannel.open(folder.resolve(number + ".log"), CREATE_NEW, WRITE);
        ByteBuffer zeros = ByteBuffer.allocateDirect(1 << 20);
        for (long at = 0; claims && at < segmentBytes; ) at += begun.write(zeros.clear(), at);
        begun.force(false);
        return begun;
    }
}

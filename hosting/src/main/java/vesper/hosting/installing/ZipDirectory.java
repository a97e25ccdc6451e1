package vesper.hosting.installing;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.SeekableByteChannel;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * The central directory of a zip archive (PKWARE's APPNOTE 6.3, sections 4.3.12 and 4.3.16). Provides what
 * {@code java.util.zip} does not: duplicate entries, links, and the declared sizes before anything is unpacked. Does
 * not support archives of more than 65,534 entries or 4 GiB, or in several parts.
 */
final class ZipDirectory {
    /** Maximum size of the directory, above that of any archive that is accepted. */
    private static final int MAX_BYTES = 16 << 20;

    private static final int END_SIGNATURE = 0x06054b50;
    private static final int END_BYTES = 22;
    private static final int MAX_COMMENT = 0xffff;
    private static final int ENTRY_SIGNATURE = 0x02014b50;
    private static final int ENTRY_BYTES = 46;
    private static final int MADE_ON_UNIX = 3;
    private static final int TYPE_BITS = 0170000;
    private static final int FILE = 0100000;
    private static final int FOLDER = 0040000;
    private static final int LINK = 0120000;

    private ZipDirectory() {}

    /** The type of an entry on the disk that it came from. */
    enum Kind {
        FILE_OR_FOLDER,
        LINK,
        SPECIAL
    }

    /** An entry of the directory. The sizes are those that the archive declares, not the actual ones. */
    record Entry(String name, long packedBytes, long unpackedBytes, Kind kind) {
        boolean isFolder() {
            return name.endsWith("/");
        }
    }

    /** Returns the entries in their order. */
    static List<Entry> read(Path archive) throws IOException, RejectedArchiveException {
        try (SeekableByteChannel channel = Files.newByteChannel(archive)) {
            ByteBuffer end = end(channel);
            int count = Short.toUnsignedInt(end.getShort(10));
            long size = Integer.toUnsignedLong(end.getInt(12));
            long endsAt = channel.size() - end.limit();
            if (count == 0xffff || size > MAX_BYTES) throw RejectedArchiveException.tooLarge("it has too many entries");
            if (size > endsAt) throw RejectedArchiveException.invalidArchive("its directory is truncated");
            return entries(read(channel, endsAt - size, (int) size), count);
        } catch (BufferUnderflowException | IndexOutOfBoundsException e) {
            throw RejectedArchiveException.invalidArchive("its directory is damaged");
        }
    }

    /** Returns the end record with the comment that follows it. */
    private static ByteBuffer end(SeekableByteChannel channel) throws IOException, RejectedArchiveException {
        int tailBytes = (int) Math.min(channel.size(), END_BYTES + MAX_COMMENT);
        ByteBuffer tail = read(channel, channel.size() - tailBytes, tailBytes);
        for (int at = tailBytes - END_BYTES; at >= 0; at--) {
            boolean fits = tail.getInt(at) == END_SIGNATURE
                    && at + END_BYTES + Short.toUnsignedInt(tail.getShort(at + 20)) == tailBytes;
            if (fits) return tail.slice(at, tailBytes - at).order(ByteOrder.LITTLE_ENDIAN);
        }
        throw RejectedArchiveException.invalidArchive("it is not a zip archive");
    }

    private static ByteBuffer read(SeekableByteChannel channel, long from, int length) throws IOException {
        ByteBuffer bytes = ByteBuffer.allocate(length).order(ByteOrder.LITTLE_ENDIAN);
        channel.position(from);
        while (bytes.hasRemaining() && channel.read(bytes) >= 0) Thread.onSpinWait();
        return bytes.flip();
    }

    private static List<Entry> entries(ByteBuffer directory, int count) throws RejectedArchiveException {
        List<Entry> entries = new ArrayList<>();
        while (directory.hasRemaining()) {
            int at = directory.position();
            if (directory.getInt(at) != ENTRY_SIGNATURE) throw new IndexOutOfBoundsException(at);
            int nameBytes = Short.toUnsignedInt(directory.getShort(at + 28));
            int moreBytes =
                    Short.toUnsignedInt(directory.getShort(at + 30)) + Short.toUnsignedInt(directory.getShort(at + 32));
            byte[] name = new byte[nameBytes];
            directory.get(at + ENTRY_BYTES, name);
            boolean encrypted = (directory.getShort(at + 8) & 1) != 0;
            if (encrypted) throw RejectedArchiveException.rejected("it is encrypted");
            entries.add(new Entry(
                    text(name),
                    Integer.toUnsignedLong(directory.getInt(at + 20)),
                    Integer.toUnsignedLong(directory.getInt(at + 24)),
                    kind(directory, at)));
            int next = at + ENTRY_BYTES + nameBytes + moreBytes;
            if (next > directory.limit()) throw new IndexOutOfBoundsException(next);
            directory.position(next);
        }
        if (entries.size() != count)
            throw RejectedArchiveException.invalidArchive("its directory has a wrong entry count");
        return entries;
    }

    private static String text(byte[] name) throws RejectedArchiveException {
        try {
            return UTF_8.newDecoder().decode(ByteBuffer.wrap(name)).toString();
        } catch (CharacterCodingException e) {
            throw RejectedArchiveException.rejected("the name of an entry is not UTF-8");
        }
    }

    private static Kind kind(ByteBuffer directory, int at) {
        boolean onUnix = directory.get(at + 5) == MADE_ON_UNIX;
        int type = onUnix ? directory.getInt(at + 38) >>> 16 & TYPE_BITS : 0;
        if (type == LINK) return Kind.LINK;
        return type == 0 || type == FILE || type == FOLDER ? Kind.FILE_OR_FOLDER : Kind.SPECIAL;
    }
}

package vesper.hosting.installing;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.CRC32;
import java.util.zip.Deflater;

/** Writes zip archives byte by byte, including invalid ones. */
public final class Zip {
    private final List<Entry> entries = new ArrayList<>();

    private record Entry(byte[] name, byte[] packed, int unpackedBytes, int declaredBytes, int crc, int mode) {}

    /** Returns an archive of several files: name, text, name, text. */
    public static Zip of(String... namesAndTexts) {
        Zip zip = new Zip();
        for (int i = 0; i < namesAndTexts.length; i += 2) zip.file(namesAndTexts[i], namesAndTexts[i + 1]);
        return zip;
    }

    public Zip file(String name, String text) {
        return add(name.getBytes(UTF_8), text.getBytes(UTF_8), 0100644);
    }

    public Zip file(String name, byte[] content) {
        return add(name.getBytes(UTF_8), content, 0100644);
    }

    Zip named(byte[] name) {
        return add(name, new byte[0], 0100644);
    }

    Zip link(String name, String target) {
        return add(name.getBytes(UTF_8), target.getBytes(UTF_8), 0120777);
    }

    /** Adds a file that declares a size of one byte and is larger. */
    Zip lying(String name, byte[] content) {
        Entry honest = entry(name.getBytes(UTF_8), content, 0100644);
        entries.add(new Entry(honest.name, honest.packed, content.length, 1, honest.crc, honest.mode));
        return this;
    }

    /** Adds a file with a wrong checksum. */
    Zip damaged(String name, String text) {
        Entry honest = entry(name.getBytes(UTF_8), text.getBytes(UTF_8), 0100644);
        entries.add(new Entry(
                honest.name, honest.packed, honest.unpackedBytes, honest.declaredBytes, honest.crc + 1, honest.mode));
        return this;
    }

    private Zip add(byte[] name, byte[] content, int mode) {
        entries.add(entry(name, content, mode));
        return this;
    }

    private static Entry entry(byte[] name, byte[] content, int mode) {
        CRC32 crc = new CRC32();
        crc.update(content);
        return new Entry(name, deflated(content), content.length, content.length, (int) crc.getValue(), mode);
    }

    private static byte[] deflated(byte[] content) {
        Deflater deflater = new Deflater(Deflater.BEST_COMPRESSION, true);
        deflater.setInput(content);
        deflater.finish();
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        byte[] part = new byte[8192];
        while (!deflater.finished()) out.write(part, 0, deflater.deflate(part));
        deflater.end();
        return out.toByteArray();
    }

    public Path writeTo(Path file) throws IOException {
        return Files.write(file, bytes());
    }

    public byte[] bytes() {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ByteArrayOutputStream directory = new ByteArrayOutputStream();
        for (Entry entry : entries) {
            int at = out.size();
            ByteBuffer local = buffer(30);
            local.putInt(0x04034b50)
                    .putShort((short) 20)
                    .putShort((short) 0x0800)
                    .putShort((short) 8)
                    .putInt(0);
            sizes(local, entry).putShort((short) entry.name.length).putShort((short) 0);
            out.writeBytes(local.array());
            out.writeBytes(entry.name);
            out.writeBytes(entry.packed);
            ByteBuffer central = buffer(46);
            central.putInt(0x02014b50).putShort((short) (3 << 8 | 20)).putShort((short) 20);
            central.putShort((short) 0x0800).putShort((short) 8).putInt(0);
            sizes(central, entry)
                    .putShort((short) entry.name.length)
                    .putShort((short) 0)
                    .putShort((short) 0);
            central.putShort((short) 0)
                    .putShort((short) 0)
                    .putInt(entry.mode << 16)
                    .putInt(at);
            directory.writeBytes(central.array());
            directory.writeBytes(entry.name);
        }
        ByteBuffer end = buffer(22);
        end.putInt(0x06054b50).putInt(0).putShort((short) entries.size()).putShort((short) entries.size());
        end.putInt(directory.size()).putInt(out.size()).putShort((short) 0);
        out.writeBytes(directory.toByteArray());
        out.writeBytes(end.array());
        return out.toByteArray();
    }

    private static ByteBuffer sizes(ByteBuffer buffer, Entry entry) {
        return buffer.putInt(entry.crc).putInt(entry.packed.length).putInt(entry.declaredBytes);
    }

    private static ByteBuffer buffer(int bytes) {
        return ByteBuffer.allocate(bytes).order(ByteOrder.LITTLE_ENDIAN);
    }
}

package vesper.hosting.compiling;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.zip.CRC32C;
import vesper.rest.operations.DocComments;

/**
 * The format of a file of the {@link ClassCache}. Integers are big-endian.
 * <pre>
 * file    := magic:"VSPRCLAS" format:u16 key:u8[32] count:u32 class* count:u32 comment* crc:u32
 * class   := nameLength:u16 name:utf8 length:u32 bytes
 * comment := placeLength:u32 place:utf8 length:u32 text:utf8
 * </pre>
 * {@code crc} is the CRC-32C of all bytes before it.
 */
final class CacheFile {
    private static final byte[] MAGIC = "VSPRCLAS".getBytes(US_ASCII);
    private static final short FORMAT = 2;
    private static final int KEY_BYTES = 32;
    private static final int HEAD_BYTES = MAGIC.length + Short.BYTES + KEY_BYTES + Integer.BYTES;
    private static final int CRC_BYTES = Integer.BYTES;

    private CacheFile() {}

    static byte[] encode(CacheKey key, Compilation.Compiled compiled) {
        List<byte[]> comments = utf8(compiled.docs());
        ByteBuffer out = ByteBuffer.allocate(sizeOf(compiled.classes()) + sizeOf(comments));
        out.put(MAGIC).putShort(FORMAT).put(HexFormat.of().parseHex(key.hex()));
        out.putInt(compiled.classes().byName().size());
        compiled.classes().byName().forEach((className, bytes) -> {
            byte[] name = className.getBytes(UTF_8);
            out.putShort((short) name.length).put(name);
            out.putInt(bytes.length).put(bytes);
        });
        out.putInt(comments.size() / 2);
        for (byte[] text : comments) out.putInt(text.length).put(text);
        out.putInt(crc(out.array(), out.position()));
        return out.array();
    }

    /**
     * Decodes a file.
     *
     * @throws DamagedCacheFileException if its checksum is wrong or it has another key or format
     */
    static Compilation.Compiled decode(CacheKey key, byte[] file) throws DamagedCacheFileException {
        if (file.length < HEAD_BYTES + CRC_BYTES) throw new DamagedCacheFileException("truncated");
        int crcAt = file.length - CRC_BYTES;
        int expected = crc(file, crcAt);
        int stored = ByteBuffer.wrap(file).getInt(crcAt);
        if (stored != expected) {
            throw new DamagedCacheFileException("expected crc %08x, was %08x".formatted(expected, stored));
        }
        ByteBuffer in = ByteBuffer.wrap(file, 0, crcAt);
        if (!Arrays.equals(take(in, MAGIC.length), MAGIC)) throw new DamagedCacheFileException("wrong magic");
        if (in.getShort() != FORMAT) throw new DamagedCacheFileException("unsupported format");
        if (!HexFormat.of().formatHex(take(in, KEY_BYTES)).equals(key.hex())) {
            throw new DamagedCacheFileException("wrong key");
        }
        // The checksum is valid, so the lengths are as written.
        int count = in.getInt();
        Map<String, byte[]> classes = HashMap.newHashMap(count);
        for (int i = 0; i < count; i++) {
            String name = new String(take(in, Short.toUnsignedInt(in.getShort())), UTF_8);
            classes.put(name, take(in, in.getInt()));
        }
        return new Compilation.Compiled(new ClassFiles(classes), comments(in));
    }

    private static DocComments comments(ByteBuffer in) {
        int count = in.getInt();
        Map<String, String> texts = HashMap.newHashMap(count);
        for (int i = 0; i < count; i++) {
            String place = new String(take(in, in.getInt()), UTF_8);
            texts.put(place, new String(take(in, in.getInt()), UTF_8));
        }
        return new DocComments(texts);
    }

    /** Returns each location followed by its text. */
    private static List<byte[]> utf8(DocComments docs) {
        List<byte[]> encoded = new ArrayList<>();
        docs.byLocation().forEach((place, text) -> {
            encoded.add(place.getBytes(UTF_8));
            encoded.add(text.getBytes(UTF_8));
        });
        return encoded;
    }

    private static int sizeOf(List<byte[]> comments) {
        int size = Integer.BYTES;
        for (byte[] text : comments) size += Integer.BYTES + text.length;
        return size;
    }

    private static int sizeOf(ClassFiles classes) {
        int size = HEAD_BYTES + CRC_BYTES;
        for (var entry : classes.byName().entrySet()) {
            size += Short.BYTES + entry.getKey().getBytes(UTF_8).length;
            size += Integer.BYTES + entry.getValue().length;
        }
        return size;
    }

    private static byte[] take(ByteBuffer in, int length) {
        byte[] taken = new byte[length];
        in.get(taken);
        return taken;
    }

    private static int crc(byte[] bytes, int length) {
        CRC32C crc = new CRC32C();
        crc.update(bytes, 0, length);
        return (int) crc.getValue();
    }
}

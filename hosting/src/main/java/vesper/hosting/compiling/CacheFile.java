package vesper.hosting.compiling;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.Map;
import java.util.zip.CRC32C;

/**
 * The bytes of one file of the {@link ClassCache}. Integers are big-endian.
 * <pre>
 * file  := magic:"VSPRCLAS" format:u16 key:u8[32] count:u32 class* crc:u32
 * class := nameLength:u16 name:utf8 length:u32 bytes
 * </pre>
 * {@code crc} is the CRC-32C of all bytes before it.
 */
final class CacheFile {
    private static final byte[] MAGIC = "VSPRCLAS".getBytes(US_ASCII);
    private static final short FORMAT = 1;
    private static final int KEY_BYTES = 32;
    private static final int HEAD_BYTES = MAGIC.length + Short.BYTES + KEY_BYTES + Integer.BYTES;
    private static final int CRC_BYTES = Integer.BYTES;

    private CacheFile() {}

    static byte[] encode(CacheKey key, ClassFiles classes) {
        ByteBuffer out = ByteBuffer.allocate(sizeOf(classes));
        out.put(MAGIC).putShort(FORMAT).put(HexFormat.of().parseHex(key.hex()));
        out.putInt(classes.byName().size());
        classes.byName().forEach((className, bytes) -> {
            byte[] name = className.getBytes(UTF_8);
            out.putShort((short) name.length).put(name);
            out.putInt(bytes.length).put(bytes);
        });
        out.putInt(crc(out.array(), out.position()));
        return out.array();
    }

    /**
     * The classes of a file.
     *
     * @throws DamagedCacheFileException if its checksum, its key or its format is another
     */
    static ClassFiles decode(CacheKey key, byte[] file) throws DamagedCacheFileException {
        if (file.length < HEAD_BYTES + CRC_BYTES) throw new DamagedCacheFileException("cut off");
        int crcAt = file.length - CRC_BYTES;
        int expected = crc(file, crcAt);
        int stored = ByteBuffer.wrap(file).getInt(crcAt);
        if (stored != expected) {
            throw new DamagedCacheFileException("expected crc %08x, was %08x".formatted(expected, stored));
        }
        ByteBuffer in = ByteBuffer.wrap(file, 0, crcAt);
        if (!Arrays.equals(take(in, MAGIC.length), MAGIC)) throw new DamagedCacheFileException("another magic");
        if (in.getShort() != FORMAT) throw new DamagedCacheFileException("another format");
        if (!HexFormat.of().formatHex(take(in, KEY_BYTES)).equals(key.hex())) {
            throw new DamagedCacheFileException("another key");
        }
        // The checksum held, so the lengths are those that were written.
        int count = in.getInt();
        Map<String, byte[]> classes = HashMap.newHashMap(count);
        for (int i = 0; i < count; i++) {
            String name = new String(take(in, Short.toUnsignedInt(in.getShort())), UTF_8);
            classes.put(name, take(in, in.getInt()));
        }
        return new ClassFiles(classes);
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

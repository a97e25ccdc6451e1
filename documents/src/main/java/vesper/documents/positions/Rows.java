package vesper.documents.positions;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/**
 * The bytes of keys and values. Integers are big-endian; drawn in {@code docs/formats/documents.md}. Ids and
 * idempotency keys are ASCII without control characters, so a zero byte after them preserves their order.
 */
final class Rows {
    static final byte FORMAT = 1;

    static final byte META = 'm';
    static final byte FIGURES = 'f';
    static final byte CURRENT = 'c';
    static final byte HISTORY = 'h';
    static final byte KEY = 'k';
    static final byte MARK = 's';
    static final byte DUE = 'x';

    private static final int CURRENT_BYTES = 1 + 1 + Integer.BYTES + 4 * Long.BYTES;
    private static final int PLACE_BYTES = 3 * Long.BYTES + Integer.BYTES + 1;

    private Rows() {}

    /** Returns the prefix of all keys of one kind in a collection. */
    static byte[] prefix(byte kind, int collection) {
        return new byte[] {kind, (byte) (collection >>> 8), (byte) collection};
    }

    static byte[] named(byte kind, int collection, String name) {
        byte[] key = new byte[3 + name.length()];
        writeKey(key, kind, collection, name);
        return key;
    }

    @SuppressWarnings("deprecation") // Every character is ASCII, and this is the fastest way.
    private static void writeKey(byte[] key, byte kind, int collection, String name) {
        key[0] = kind;
        key[1] = (byte) (collection >>> 8);
        key[2] = (byte) collection;
        name.getBytes(0, name.length(), key, 3);
    }

    static String name(byte[] key) {
        return new String(key, 3, key.length - 3, ISO_8859_1);
    }

    /** Returns the key of a run of versions that ends with this one. */
    static byte[] history(int collection, String id, long lastVersion) {
        byte[] key = new byte[3 + id.length() + 1 + Long.BYTES];
        writeKey(key, HISTORY, collection, id);
        ByteBuffer.wrap(key).putLong(3 + id.length() + 1, lastVersion);
        return key;
    }

    static long lastVersion(byte[] historyKey) {
        return ByteBuffer.wrap(historyKey).getLong(historyKey.length - Long.BYTES);
    }

    static byte[] numbered(byte kind, int collection, long number) {
        return ByteBuffer.allocate(3 + Long.BYTES)
                .put(prefix(kind, collection))
                .putLong(number)
                .array();
    }

    static long number(byte[] key) {
        return ByteBuffer.wrap(key).getLong(3);
    }

    static byte[] due(int collection, long atMillis, String id) {
        byte[] key = new byte[3 + Long.BYTES + id.length()];
        ByteBuffer.wrap(key).put(prefix(DUE, collection)).putLong(atMillis).put(id.getBytes(ISO_8859_1));
        return key;
    }

    static String dueId(byte[] key) {
        return new String(key, 3 + Long.BYTES, key.length - 3 - Long.BYTES, ISO_8859_1);
    }

    static byte[] longs(long... numbers) {
        ByteBuffer value = ByteBuffer.allocate(1 + numbers.length * Long.BYTES).put(FORMAT);
        for (long number : numbers) value.putLong(number);
        return value.array();
    }

    static ByteBuffer value(byte[] bytes) {
        ByteBuffer value = ByteBuffer.wrap(bytes);
        byte format = value.get();
        if (format != FORMAT) throw new IllegalStateException("unsupported row format " + format + ", not " + FORMAT);
        return value;
    }

    static byte[] current(CurrentVersion current) {
        VersionPlace place = current.place();
        return ByteBuffer.allocate(CURRENT_BYTES)
                .put(FORMAT)
                .put((byte) place.action())
                .putInt(place.sizeBytes())
                .putLong(place.version())
                .putLong(current.sequence())
                .putLong(place.position())
                .putLong(place.atMillis())
                .array();
    }

    static CurrentVersion current(byte[] bytes) {
        ByteBuffer value = value(bytes);
        int action = value.get();
        int sizeBytes = value.getInt();
        long version = value.getLong();
        long sequence = value.getLong();
        long position = value.getLong();
        return new CurrentVersion(sequence, new VersionPlace(version, position, value.getLong(), action, sizeBytes));
    }

    /** Encodes consecutive versions. There are gaps if versions in between were removed. */
    static byte[] run(List<VersionPlace> places) {
        ByteBuffer value = ByteBuffer.allocate(1 + places.size() * PLACE_BYTES).put(FORMAT);
        for (VersionPlace place : places) {
            value.putLong(place.version())
                    .putLong(place.position())
                    .putLong(place.atMillis())
                    .putInt(place.sizeBytes())
                    .put((byte) place.action());
        }
        return value.array();
    }

    static List<VersionPlace> run(byte[] bytes) {
        ByteBuffer value = value(bytes);
        List<VersionPlace> places = new ArrayList<>();
        while (value.hasRemaining()) {
            long version = value.getLong();
            long position = value.getLong();
            long atMillis = value.getLong();
            int sizeBytes = value.getInt();
            places.add(new VersionPlace(version, position, atMillis, value.get(), sizeBytes));
        }
        return places;
    }

    static byte[] first(KeyOutcome first) {
        return ByteBuffer.allocate(1 + 2 * Long.BYTES + first.id().length())
                .put(FORMAT)
                .putLong(first.version())
                .putLong(first.atMillis())
                .put(first.id().getBytes(ISO_8859_1))
                .array();
    }

    static KeyOutcome first(String key, byte[] bytes) {
        ByteBuffer value = value(bytes);
        long version = value.getLong();
        long atMillis = value.getLong();
        byte[] id = new byte[value.remaining()];
        value.get(id);
        return new KeyOutcome(key, new String(id, ISO_8859_1), version, atMillis);
    }
}

package vesper.documents;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * An entry of the journal about documents. Integers are big-endian; drawn in {@code docs/formats/documents.md}.
 * <pre>
 * write       := record                          type 1
 * transaction := format:u8 (length:u32 record)*  type 2
 * copy        := record                          type 3: a live version, rewritten by compaction
 * forgotten   := record                          type 4: a tombstone that is no longer needed
 * record      := format:u8 action:u8 collection:u16 sequence:u64 version:u64 at:u64
 *                idLength:u8 keyLength:u8 id key body
 * </pre>
 */
record LogEntry(
        int collection,
        long sequence,
        long version,
        Action action,
        long atMillis,
        DocumentId id,
        @Nullable String key,
        JsonText body) {
    static final int WRITE = 1;
    static final int TRANSACTION = 2;
    static final int COPY = 3;
    static final int FORGOTTEN = 4;

    /** Bound on the bytes of a record apart from its body, in a transaction too. */
    static final int MOST_OVERHEAD_BYTES = 512;

    private static final byte FORMAT = 1;
    private static final int SEQUENCE_AT = 4;
    private static final int HEADER_BYTES = 30;

    /** Encodes a record whose sequence has yet to be {@linkplain #setSequence set}. */
    @SuppressWarnings("deprecation") // Ids and keys are ASCII, and this is the fastest way.
    static ByteBuffer bytes(
            int collection,
            long version,
            Action action,
            long atMillis,
            DocumentId id,
            @Nullable IdempotencyKey key,
            byte @Nullable [] body) {
        String idText = id.text();
        String keyText = key == null ? "" : key.kept();
        byte[] bytes = new byte[HEADER_BYTES + idText.length() + keyText.length() + (body == null ? 0 : body.length)];
        ByteBuffer record = ByteBuffer.wrap(bytes);
        record.put(FORMAT).put((byte) action.code()).putShort((short) collection);
        record.putLong(0).putLong(version).putLong(atMillis);
        record.put((byte) idText.length()).put((byte) keyText.length());
        int at = HEADER_BYTES;
        idText.getBytes(0, idText.length(), bytes, at);
        at += idText.length();
        keyText.getBytes(0, keyText.length(), bytes, at);
        at += keyText.length();
        if (body != null) System.arraycopy(body, 0, bytes, at, body.length);
        return record.clear();
    }

    static void setSequence(ByteBuffer record, long sequence) {
        record.putLong(SEQUENCE_AT, sequence);
    }

    static ByteBuffer transaction(List<ByteBuffer> records) {
        int length = 1;
        for (ByteBuffer record : records) length += Integer.BYTES + record.remaining();
        ByteBuffer transaction = ByteBuffer.allocate(length).put(FORMAT);
        for (ByteBuffer record : records) {
            transaction.putInt(record.remaining()).put(record.duplicate());
        }
        return transaction.flip();
    }

    /** Decodes the records of an entry. */
    static List<LogEntry> read(int type, ByteBuffer payload) {
        if (type != TRANSACTION) return List.of(record(payload));
        requireFormat(payload.get());
        List<LogEntry> records = new ArrayList<>();
        while (payload.hasRemaining()) {
            int length = payload.getInt();
            records.add(record(payload.slice(payload.position(), length)));
            payload.position(payload.position() + length);
        }
        return records;
    }

    private static LogEntry record(ByteBuffer payload) {
        requireFormat(payload.get());
        Action action = Action.of(payload.get());
        int collection = payload.getShort() & 0xffff;
        long sequence = payload.getLong();
        long version = payload.getLong();
        long atMillis = payload.getLong();
        int idLength = payload.get() & 0xff;
        int keyLength = payload.get() & 0xff;
        var id = new DocumentId(text(payload, idLength));
        String key = keyLength == 0 ? null : text(payload, keyLength);
        byte[] body = new byte[payload.remaining()];
        payload.get(body);
        return new LogEntry(collection, sequence, version, action, atMillis, id, key, JsonText.written(body));
    }

    private static String text(ByteBuffer payload, int length) {
        byte[] bytes = new byte[length];
        payload.get(bytes);
        return new String(bytes, ISO_8859_1);
    }

    private static void requireFormat(byte format) {
        if (format != FORMAT) throw new IllegalStateException("unsupported entry format " + format + ", not " + FORMAT);
    }

    /** Encodes this record again. */
    ByteBuffer bytes() {
        ByteBuffer record = bytes(
                collection,
                version,
                action,
                atMillis,
                id,
                key == null ? null : IdempotencyKey.ofKept(key),
                body.utf8());
        setSequence(record, sequence);
        return record;
    }

    int sizeBytes() {
        return HEADER_BYTES + id.text().length() + (key == null ? 0 : key.length()) + body.sizeBytes();
    }
}

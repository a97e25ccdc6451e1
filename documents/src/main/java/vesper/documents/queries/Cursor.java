package vesper.documents.queries;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;

/**
 * The position after which the next page starts: the sort values and the id of the last hit. So writes between two
 * pages neither move nor repeat a hit that stays the same. Its text is signed with a {@link CursorKey} together with
 * the order: a text that was made up, or comes from a search in another order, is rejected.
 */
public final class Cursor {
    private static final int MOST_CHARACTERS = 8192;
    /** An id is the longest text that can be a sort value. */
    private static final int MOST_VALUE_BYTES = 1 + Short.BYTES + SearchedDocument.MOST_ID_BYTES;

    private static final byte MISSING = 0;
    private static final byte NUMBER = 1;
    private static final byte TEXT = 2;

    private final Order order;
    private final SortPosition position;

    Cursor(Order order, SortPosition position) {
        this.order = order;
        this.position = position;
    }

    /** @throws QueryException if {@link #text} did not make this text, with this key, for a search in this order */
    public static Cursor parse(String text, Order order, CursorKey key) throws QueryException {
        if (text.length() > MOST_CHARACTERS) throw wrong();
        byte[] signed;
        try {
            signed = Base64.getUrlDecoder().decode(text);
        } catch (IllegalArgumentException _) {
            throw wrong();
        }
        int length = signed.length - CursorKey.SIGNATURE_BYTES;
        if (length < 0) throw wrong();
        byte[] signature = Arrays.copyOfRange(signed, length, signed.length);
        byte[] bytes = Arrays.copyOf(signed, length);
        if (!MessageDigest.isEqual(signature, signature(bytes, order, key))) throw wrong();
        return new Cursor(order, position(ByteBuffer.wrap(bytes), order));
    }

    /** Returns the cursor as text that is safe in URLs. */
    public String text(CursorKey key) {
        byte[] bytes = bytes();
        ByteBuffer signed = ByteBuffer.allocate(bytes.length + CursorKey.SIGNATURE_BYTES)
                .put(bytes)
                .put(signature(bytes, order, key));
        return Base64.getUrlEncoder().withoutPadding().encodeToString(signed.array());
    }

    Order order() {
        return order;
    }

    SortPosition position() {
        return position;
    }

    private byte[] bytes() {
        int most = position.values().size() * MOST_VALUE_BYTES + position.id().length;
        ByteBuffer bytes = ByteBuffer.allocate(most);
        for (SortValue value : position.values()) put(value, bytes);
        bytes.put(position.id());
        return Arrays.copyOf(bytes.array(), bytes.position());
    }

    private static void put(SortValue value, ByteBuffer bytes) {
        byte[] utf8 = value.utf8();
        if (value.isMissing()) {
            bytes.put(MISSING);
        } else if (utf8 == null) {
            bytes.put(NUMBER).putDouble(value.number());
        } else {
            bytes.put(TEXT).putShort((short) utf8.length).put(utf8);
        }
    }

    private static SortPosition position(ByteBuffer bytes, Order order) throws QueryException {
        try {
            List<SortValue> values = new ArrayList<>();
            for (int i = 0; i < order.keys().size(); i++) values.add(value(bytes));
            return new SortPosition(values, rest(bytes, bytes.remaining()));
        } catch (BufferUnderflowException _) {
            throw wrong();
        }
    }

    private static SortValue value(ByteBuffer bytes) {
        return switch (bytes.get()) {
            case NUMBER -> SortValue.of(bytes.getDouble());
            case TEXT -> SortValue.of(rest(bytes, Short.toUnsignedInt(bytes.getShort())));
            default -> SortValue.MISSING;
        };
    }

    private static byte[] rest(ByteBuffer bytes, int length) {
        var rest = new byte[length];
        bytes.get(rest);
        return rest;
    }

    private static byte[] signature(byte[] bytes, Order order, CursorKey key) {
        return key.signature(order.keys().toString().getBytes(UTF_8), bytes);
    }

    private static QueryException wrong() {
        return new QueryException(0, "the cursor belongs to another order or server");
    }
}

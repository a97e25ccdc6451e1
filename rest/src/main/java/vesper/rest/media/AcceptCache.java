package vesper.rest.media;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;
import vesper.http.Headers;

/**
 * A cache of parsed {@code Accept} fields. It compares bytes, without creating a string, because routes that declare
 * media types look up the field twice. Most clients send the same few values. Any other value
 * replaces an entry, so the memory is bounded: 64 fields of at most {@value #MAX_LENGTH} bytes.
 */
final class AcceptCache {
    static final AcceptCache SHARED = new AcceptCache();

    private static final int SLOTS = 64;
    private static final int MAX_LENGTH = 1024;

    private static final class CachedAccept {
        final byte[] text;
        final Accept accept;

        CachedAccept(String text, Accept accept) {
            this.text = text.getBytes(ISO_8859_1);
            this.accept = accept;
        }
    }

    private final AtomicReferenceArray<@Nullable CachedAccept> slots = new AtomicReferenceArray<>(SLOTS);

    Accept get(Headers headers) {
        int line = headers.onlyLine("Accept");
        if (line < 0) return parseAll(headers);
        int slot = slot(headers, line);
        CachedAccept known = slots.getPlain(slot);
        if (known != null && headers.isValue(line, known.text)) return known.accept;
        return parsed(headers, slot);
    }

    /** Parses several field lines as one list. Also handles a request without the field. */
    private static Accept parseAll(Headers headers) {
        String text = headers.combinedOrNull("Accept");
        return text == null ? Accept.ANYTHING : Accept.parse(text);
    }

    private Accept parsed(Headers headers, int slot) {
        String text = headers.firstOrNull("Accept");
        if (text == null) return Accept.ANYTHING;
        Accept accept = Accept.parse(text);
        if (text.length() <= MAX_LENGTH) slots.setRelease(slot, new CachedAccept(text, accept));
        return accept;
    }

    /**
     * Hashes the length and a few bytes. The fields of common clients differ in these, and a collision costs only a
     * parse.
     */
    private static int slot(Headers headers, int line) {
        int length = headers.valueLength(line);
        int hash = length;
        int step = 1 + length / 8;
        for (int i = 0; i < length; i += step) hash = 31 * hash + headers.valueByte(line, i);
        return (hash ^ hash >>> 6 ^ hash >>> 16) & SLOTS - 1;
    }
}

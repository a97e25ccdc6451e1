package vesper.http;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * The fields of a message's header section, in the order received. Names are case-insensitive (RFC 9110, section 5.1).
 * Values are ISO-8859-1 text without surrounding white space.
 *
 * <p>Immutable. It holds the received bytes and the bounds of names and values in them, so a field that is never read
 * costs no object.
 */
public final class Headers {
    public static final Headers NONE = new Headers(new byte[0], new int[0], 0);

    private static final int NAME_START = 0;
    private static final int NAME_END = 1;
    private static final int VALUE_START = 2;
    private static final int VALUE_END = 3;
    /** Entries of {@link #bounds} for each field. */
    static final int BOUNDS_PER_FIELD = 4;

    private final byte[] bytes;
    private final int[] bounds;
    private final int count;

    /**
     * Takes ownership of both arrays. {@code bounds} holds start and end of the name, then start and end of the value,
     * for each field.
     */
    Headers(byte[] bytes, int[] bounds, int count) {
        this.bytes = bytes;
        this.bounds = bounds;
        this.count = count;
    }

    /**
     * Creates fields as found by a parser. Takes ownership of both arrays.
     *
     * @param bounds start and end of the name in {@code bytes}, then start and end of the value, for each field
     */
    public static Headers parsed(byte[] bytes, int[] bounds, int count) {
        return new Headers(bytes, bounds, count);
    }

    /**
     * Creates fields from names and values in turn: {@code Headers.of("Accept", "text/plain", "Host", "localhost")}.
     *
     * @throws IllegalArgumentException if the last name has no value
     */
    public static Headers of(String... namesAndValues) {
        if (namesAndValues.length % 2 != 0) throw new IllegalArgumentException("a name without a value");
        int count = namesAndValues.length / 2;
        byte[] bytes = String.join("", namesAndValues).getBytes(ISO_8859_1);
        int[] bounds = new int[count * BOUNDS_PER_FIELD];
        int position = 0;
        for (int i = 0; i < namesAndValues.length; i++) {
            bounds[2 * i] = position;
            position += namesAndValues[i].length();
            bounds[2 * i + 1] = position;
        }
        return new Headers(bytes, bounds, count);
    }

    /** Returns the number of field lines. */
    public int size() {
        return count;
    }

    public boolean contains(String name) {
        return indexOf(name, 0) >= 0;
    }

    /** Returns the first value of this name. */
    public Optional<String> first(String name) {
        return Optional.ofNullable(firstOrNull(name));
    }

    /** {@link #first} for hot paths. */
    public @Nullable String firstOrNull(String name) {
        int field = indexOf(name, 0);
        return field < 0 ? null : value(field);
    }

    /** Returns every value of this name, one for each field line, in order. */
    public List<String> all(String name) {
        int field = indexOf(name, 0);
        if (field < 0) return List.of();
        List<String> values = new ArrayList<>(1);
        for (; field >= 0; field = indexOf(name, field + 1)) values.add(value(field));
        return values;
    }

    /**
     * Returns the index of the only field line of this name, for hot paths that compare its value in place. Returns -1
     * if there is no such line or more than one.
     */
    public int onlyLine(String name) {
        int first = indexOf(name, 0);
        return first >= 0 && indexOf(name, first + 1) < 0 ? first : -1;
    }

    /** Returns the length of a line's value; see {@link #onlyLine}. */
    public int valueLength(int line) {
        int at = line * BOUNDS_PER_FIELD;
        return bounds[at + VALUE_END] - bounds[at + VALUE_START];
    }

    /** Returns one byte of a line's value; see {@link #onlyLine}. */
    public byte valueByte(int line, int index) {
        return bytes[bounds[line * BOUNDS_PER_FIELD + VALUE_START] + index];
    }

    /** Checks whether a line's value consists of exactly these bytes; see {@link #onlyLine}. */
    public boolean isValue(int line, byte[] text) {
        int at = line * BOUNDS_PER_FIELD;
        return Arrays.equals(bytes, bounds[at + VALUE_START], bounds[at + VALUE_END], text, 0, text.length);
    }

    /**
     * Returns the values of all lines of this name as one list, joined with commas (RFC 9110, section 5.3), or null.
     */
    public @Nullable String combinedOrNull(String name) {
        int first = indexOf(name, 0);
        if (first < 0) return null;
        return indexOf(name, first + 1) < 0 ? value(first) : String.join(",", all(name));
    }

    /** Returns a copy without the fields of this name. */
    public Headers without(String name) {
        return replaced(name, null);
    }

    /** Returns a copy with one line in place of all lines of this name. */
    public Headers with(String name, String value) {
        return replaced(name, value);
    }

    private Headers replaced(String name, @Nullable String value) {
        List<String> namesAndValues = new ArrayList<>();
        forEach((other, old) -> {
            if (!other.equalsIgnoreCase(name)) namesAndValues.addAll(List.of(other, old));
        });
        if (value != null) namesAndValues.addAll(List.of(name, value));
        return of(namesAndValues.toArray(String[]::new));
    }

    /** A receiver of field lines in place, as ISO-8859-1 bytes. */
    @FunctionalInterface
    public interface Reader {
        /** @param bytes must not be changed */
        void field(byte[] bytes, int nameFrom, int nameTo, int valueFrom, int valueTo);
    }

    /** Passes every field line to the reader, without allocating. */
    public void read(Reader reader) {
        for (int field = 0; field < count; field++) read(field, reader);
    }

    /** Passes the first field line of this name to the reader, if there is one. */
    public void readFirst(String name, Reader reader) {
        int field = indexOf(name, 0);
        if (field >= 0) read(field, reader);
    }

    private void read(int field, Reader reader) {
        int at = field * BOUNDS_PER_FIELD;
        reader.field(
                bytes,
                bounds[at + NAME_START],
                bounds[at + NAME_END],
                bounds[at + VALUE_START],
                bounds[at + VALUE_END]);
    }

    /** Calls the action for every field line with its name, as sent, and its value. */
    public void forEach(BiConsumer<String, String> action) {
        for (int field = 0; field < count; field++) action.accept(name(field), value(field));
    }

    String name(int field) {
        return text(field, NAME_START, NAME_END);
    }

    String value(int field) {
        return text(field, VALUE_START, VALUE_END);
    }

    /** Returns the first field of this name at or after {@code from}, or -1. */
    int indexOf(String name, int from) {
        int length = name.length();
        for (int field = from; field < count; field++) {
            int at = field * BOUNDS_PER_FIELD;
            int start = bounds[at + NAME_START];
            if (bounds[at + NAME_END] - start == length && equalsIgnoringCase(name, start, length)) return field;
        }
        return -1;
    }

    private boolean equalsIgnoringCase(String name, int start, int length) {
        for (int i = 0; i < length; i++) {
            if (lowerCase(bytes[start + i] & 0xff) != lowerCase(name.charAt(i))) return false;
        }
        return true;
    }

    private static int lowerCase(int c) {
        return (c >= 'A' && c <= 'Z') ? c | 0x20 : c;
    }

    private String text(int field, int start, int end) {
        int at = field * BOUNDS_PER_FIELD;
        return new String(bytes, bounds[at + start], bounds[at + end] - bounds[at + start], ISO_8859_1);
    }

    /**
     * Checks whether both sections consist of the same bytes. Equal headers need not. Allocates nothing, unlike
     * {@link #equals}.
     */
    public boolean isSameSection(Headers other) {
        int ends = count * BOUNDS_PER_FIELD;
        return count == other.count
                && Arrays.equals(bytes, other.bytes)
                && Arrays.equals(bounds, 0, ends, other.bounds, 0, ends);
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof Headers that && lines().equals(that.lines());
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(lines().toArray());
    }

    /** One {@code name: value} per line, for logs and tests. */
    @Override
    public String toString() {
        return String.join("\n", lines());
    }

    private List<String> lines() {
        List<String> lines = new ArrayList<>(count);
        forEach((name, value) -> lines.add(name + ": " + value));
        return lines;
    }
}

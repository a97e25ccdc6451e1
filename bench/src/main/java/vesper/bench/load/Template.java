package vesper.bench.load;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Text with placeholders whose values differ from request to request:
 *
 * <pre>
 * {counter}        1, 2, 3 …; the same at every place of one request
 * {random:1:1000}  an integer between the two bounds, inclusive, drawn for each place
 * {uuid}           a random UUID, version 4 (RFC 9562), drawn for each place
 * {csv:name}       a column of a row, one row after the other; the same row at every place of one request
 * </pre>
 *
 * Other text in braces stays as it is. Rendering allocates nothing.
 */
final class Template {
    private static final Pattern PLACEHOLDER =
            Pattern.compile("\\{(?:(counter)|random:(-?\\d{1,18}):(-?\\d{1,18})|(uuid)|csv:([A-Za-z0-9_.-]+))}");
    private static final int MAX_DIGITS = 20;
    private static final int UUID_LENGTH = 36;
    private static final byte[] HEX = "0123456789abcdef".getBytes(StandardCharsets.US_ASCII);

    private sealed interface Part {
        int maxBytes();

        void render(RenderContext draw, ByteBuffer into);
    }

    private static final class Literal implements Part {
        private final byte[] bytes;

        Literal(byte[] bytes) {
            this.bytes = bytes;
        }

        @Override
        public int maxBytes() {
            return bytes.length;
        }

        @Override
        public void render(RenderContext draw, ByteBuffer into) {
            into.put(bytes);
        }
    }

    private record Counter() implements Part {
        @Override
        public int maxBytes() {
            return MAX_DIGITS;
        }

        @Override
        public void render(RenderContext draw, ByteBuffer into) {
            putDecimal(draw.counter(), into);
        }
    }

    private record RandomNumber(long min, long max) implements Part {
        @Override
        public int maxBytes() {
            return MAX_DIGITS;
        }

        @Override
        public void render(RenderContext draw, ByteBuffer into) {
            putDecimal(draw.random().nextLong(min, max + 1), into);
        }
    }

    private record Uuid() implements Part {
        private static final long VERSION_MASK = 0xFFFFFFFFFFFF0FFFL;
        private static final long VERSION_4 = 0x4000L;
        private static final long VARIANT_MASK = 0x3FFFFFFFFFFFFFFFL;
        private static final long VARIANT = 0x8000000000000000L;

        @Override
        public int maxBytes() {
            return UUID_LENGTH;
        }

        @Override
        public void render(RenderContext draw, ByteBuffer into) {
            long high = (draw.random().nextLong() & VERSION_MASK) | VERSION_4;
            long low = (draw.random().nextLong() & VARIANT_MASK) | VARIANT;
            putHex(high, 64, 32, into);
            into.put((byte) '-');
            putHex(high, 32, 16, into);
            into.put((byte) '-');
            putHex(high, 16, 0, into);
            into.put((byte) '-');
            putHex(low, 64, 48, into);
            into.put((byte) '-');
            putHex(low, 48, 0, into);
        }
    }

    private record Column(List<byte[]> cells) implements Part {
        @Override
        public int maxBytes() {
            return cells.stream().mapToInt(cell -> cell.length).max().orElse(0);
        }

        @Override
        public void render(RenderContext draw, ByteBuffer into) {
            into.put(cells.get((int) ((draw.counter() - 1) % cells.size())));
        }
    }

    private final List<Part> parts;
    private final int maxBytes;

    private Template(List<Part> parts) {
        this.parts = parts;
        this.maxBytes = parts.stream().mapToInt(Part::maxBytes).sum();
    }

    /** Returns a template without placeholders. */
    static Template literal(byte[] text) {
        return new Template(List.of(new Literal(text)));
    }

    /**
     * Parses text. Bytes are treated as ISO 8859-1 to find placeholders, so that text in any encoding passes unchanged.
     *
     * @throws IllegalArgumentException if a column does not exist, or the lower of two bounds is above the upper
     */
    static Template of(byte[] text, CsvTable data) {
        String characters = new String(text, StandardCharsets.ISO_8859_1);
        List<Part> parts = new ArrayList<>();
        Matcher place = PLACEHOLDER.matcher(characters);
        int at = 0;
        while (place.find()) {
            addLiteral(characters.substring(at, place.start()), parts);
            parts.add(part(place, data));
            at = place.end();
        }
        addLiteral(characters.substring(at), parts);
        return new Template(parts);
    }

    private static void addLiteral(String text, List<Part> parts) {
        if (!text.isEmpty()) parts.add(new Literal(text.getBytes(StandardCharsets.ISO_8859_1)));
    }

    private static Part part(Matcher place, CsvTable data) {
        if (place.group(1) != null) return new Counter();
        if (place.group(4) != null) return new Uuid();
        if (place.group(5) != null) return new Column(data.column(place.group(5)));
        long min = Long.parseLong(place.group(2));
        long max = Long.parseLong(place.group(3));
        if (min > max) throw new IllegalArgumentException(place.group() + " ends below its start");
        return new RandomNumber(min, max);
    }

    /** Returns whether text has braces that are not a placeholder, for text in which that is a mistake. */
    static boolean hasStrayBraces(String text) {
        String rest = PLACEHOLDER.matcher(text).replaceAll("");
        return rest.indexOf('{') >= 0 || rest.indexOf('}') >= 0;
    }

    boolean isConstant() {
        return parts.stream().allMatch(Literal.class::isInstance);
    }

    /** Returns an upper bound of the rendered size. */
    int maxBytes() {
        return maxBytes;
    }

    void render(RenderContext draw, ByteBuffer into) {
        for (int i = 0; i < parts.size(); i++) parts.get(i).render(draw, into);
    }

    static void putDecimal(long number, ByteBuffer into) {
        if (number < 0) into.put((byte) '-');
        long left = number;
        int digits = 1;
        while (left / 10 != 0) {
            left /= 10;
            digits++;
        }
        int end = into.position() + digits;
        left = number;
        for (int at = end - 1; at >= end - digits; at--) {
            into.put(at, (byte) ('0' + Math.abs(left % 10)));
            left /= 10;
        }
        into.position(end);
    }

    private static void putHex(long bits, int from, int to, ByteBuffer into) {
        for (int shift = from - 4; shift >= to; shift -= 4) into.put(HEX[(int) (bits >>> shift) & 0xF]);
    }
}

package vesper.http.files;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** The ranges that a {@code Range} field selects from content of known length (RFC 9110, section 14). */
sealed interface ByteRanges {
    /** The whole content: the field is not understood, or would cost more work than the whole. */
    record Whole() implements ByteRanges {}

    /** These ranges, at least one, in the order requested. */
    record Parts(List<Part> parts) implements ByteRanges {}

    /** 416: no requested range overlaps the content. */
    record Unsatisfiable() implements ByteRanges {}

    record Part(long from, long length) {
        /** Returns the value of {@code Content-Range}. */
        String of(long size) {
            return "bytes " + from + "-" + (from + length - 1) + "/" + size;
        }
    }

    /** More ranges are probably an attempt to overload the server. */
    int MOST_PARTS = 10;

    /** Longer numbers are probably an attempt to overload the server. */
    int MOST_DIGITS = 100;

    ByteRanges WHOLE = new Whole();

    static ByteRanges parse(String field, long size) {
        String unit = "bytes=";
        if (!field.toLowerCase(Locale.ROOT).startsWith(unit)) return WHOLE;
        String[] specs = field.substring(unit.length()).split(",", MOST_PARTS + 2);
        if (specs.length > MOST_PARTS) return WHOLE;
        List<Part> parts = new ArrayList<>();
        for (String text : specs) {
            String spec = text.strip();
            if (!isSpec(spec)) return WHOLE;
            Part part = part(spec, size);
            if (part.length > 0) parts.add(part);
        }
        if (parts.isEmpty()) return new Unsatisfiable();
        return overlap(parts) ? WHOLE : new Parts(parts);
    }

    private static boolean isSpec(String spec) {
        int dash = spec.indexOf('-');
        if (dash < 0) return false;
        String first = spec.substring(0, dash);
        String last = spec.substring(dash + 1);
        if (!isNumber(first) || !isNumber(last) || (first.isEmpty() && last.isEmpty())) return false;
        return first.isEmpty() || last.isEmpty() || new BigInteger(first).compareTo(new BigInteger(last)) <= 0;
    }

    private static boolean isNumber(String text) {
        return text.length() <= MOST_DIGITS && text.chars().allMatch(c -> c >= '0' && c <= '9');
    }

    /** Parses a number. Larger values than fit become the largest one: no content has that many bytes. */
    private static long number(String digits) {
        BigInteger number = new BigInteger(digits);
        return number.bitLength() < Long.SIZE ? number.longValue() : Long.MAX_VALUE;
    }

    /** Returns the range within the content; of length 0 if it lies beyond the end. */
    private static Part part(String spec, long size) {
        int dash = spec.indexOf('-');
        String last = spec.substring(dash + 1);
        if (dash == 0) {
            long length = Math.min(number(last), size);
            return new Part(size - length, length);
        }
        long from = number(spec.substring(0, dash));
        if (from >= size) return new Part(size, 0);
        long end = last.isEmpty() ? size - 1 : Math.min(number(last), size - 1);
        return new Part(from, end - from + 1);
    }

    private static boolean overlap(List<Part> parts) {
        for (Part one : parts) {
            for (Part other : parts) {
                boolean before = one.from + one.length <= other.from || other.from + other.length <= one.from;
                if (!one.equals(other) && !before) return true;
            }
        }
        return parts.stream().distinct().count() < parts.size();
    }
}

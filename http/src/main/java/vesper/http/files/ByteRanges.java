package vesper.http.files;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** What a {@code Range} field asks of content of a known length (RFC 9110, section 14). */
sealed interface ByteRanges {
    /** No range that is understood, or more work than the whole: the whole is sent. */
    record Whole() implements ByteRanges {}

    /** These stretches, in the order in which they were asked for; at least one. */
    record Parts(List<Part> parts) implements ByteRanges {}

    /** 416: nothing that is asked for is there. */
    record Unsatisfiable() implements ByteRanges {}

    record Part(long from, long length) {
        /** As {@code Content-Range} has it. */
        String of(long size) {
            return "bytes " + from + "-" + (from + length - 1) + "/" + size;
        }
    }

    /** More ranges than this are a way to make a server work. */
    int MOST_PARTS = 10;

    /** A longer number is a way to make a server work as well. */
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

    /** A number, or the largest that there is where it is beyond: no content has so many bytes. */
    private static long number(String digits) {
        BigInteger number = new BigInteger(digits);
        return number.bitLength() < Long.SIZE ? number.longValue() : Long.MAX_VALUE;
    }

    /** The part of what is there; of length 0 where it is beyond the end. */
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

package vesper.records.search;

import static java.nio.charset.StandardCharsets.US_ASCII;

import vesper.records.text.WordSink;

/** Matches any value at a path, or a numeric value within bounds. */
final class ValueMatch implements WordSink {
    private static final int LONGEST_NUMBER = 64;

    private final long path;
    private final boolean anyValue;
    private final double from;
    private final double to;
    private boolean isMet;

    private ValueMatch(long path, boolean anyValue, double from, double to) {
        this.path = path;
        this.anyValue = anyValue;
        this.from = from;
        this.to = to;
    }

    static ValueMatch any(long path) {
        return new ValueMatch(path, true, 0, 0);
    }

    static ValueMatch within(long path, double from, double to) {
        return new ValueMatch(path, false, from, to);
    }

    void start() {
        isMet = false;
    }

    boolean isMet() {
        return isMet;
    }

    @Override
    public void word(byte[] folded, int length) {}

    @Override
    public void valueAt(long pathHash, byte[] utf8, int start, int end) {
        if (isMet || pathHash != path) return;
        if (anyValue) {
            isMet = true;
            return;
        }
        double number = number(utf8, start, end);
        isMet = number >= from && number <= to;
    }

    /** Parses a number. Returns NaN, which is within no bounds, for anything else. */
    private static double number(byte[] utf8, int from, int to) {
        int start = from;
        int end = to;
        while (start < end && utf8[start] >= 0 && utf8[start] <= ' ') start++;
        while (start < end && utf8[end - 1] >= 0 && utf8[end - 1] <= ' ') end--;
        if (start == end || end - start > LONGEST_NUMBER) return Double.NaN;
        for (int at = start; at < end; at++) {
            byte there = utf8[at];
            boolean isInNumber = (there >= '0' && there <= '9')
                    || there == '.'
                    || there == '-'
                    || there == '+'
                    || there == 'e'
                    || there == 'E';
            if (!isInNumber) return Double.NaN;
        }
        try {
            return Double.parseDouble(new String(utf8, start, end - start, US_ASCII));
        } catch (NumberFormatException _) {
            return Double.NaN;
        }
    }
}

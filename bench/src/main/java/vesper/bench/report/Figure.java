package vesper.bench.report;

import java.util.Locale;

/** Formats measured numbers for people: three to four significant digits, with separators between thousands. */
public final class Figure {
    private Figure() {}

    /** Returns a dash for a value that was not measured. */
    public static String of(double value) {
        if (!Double.isFinite(value)) return "–";
        if (value == 0) return "0";
        double size = Math.abs(value);
        String format = size >= 100 ? "%,.0f" : size >= 10 ? "%.1f" : "%.2f";
        return String.format(Locale.ROOT, format, value);
    }
}

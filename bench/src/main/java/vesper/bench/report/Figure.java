package vesper.bench.report;

import java.util.Locale;

/** A measured number as people read it: three to four digits that mean something, thousands apart. */
public final class Figure {
    private Figure() {}

    /** A dash for what was not measured. */
    public static String of(double value) {
        if (!Double.isFinite(value)) return "–";
        if (value == 0) return "0";
        double size = Math.abs(value);
        String format = size >= 100 ? "%,.0f" : size >= 10 ? "%.1f" : "%.2f";
        return String.format(Locale.ROOT, format, value);
    }
}

package vesper.records.search;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import vesper.records.search.QueryReader.Value;

/** The notation of a field's numbers in queries, and their unit in rows. */
enum NumberForm {
    COUNT("a whole number") {
        @Override
        Span parse(Value value, long nowMillis) throws QueryException {
            return Span.of(whole(value));
        }
    },

    /** A status: {@code 404}, or {@code 5xx} for a hundred of them. */
    STATUS("a status such as 404 or 5xx") {
        @Override
        Span parse(Value value, long nowMillis) throws QueryException {
            String text = value.text().toLowerCase(Locale.ROOT);
            if (!text.matches("[1-9]xx")) return Span.of(whole(value));
            long hundred = (text.charAt(0) - '0') * 100L;
            return new Span(hundred, hundred + 99);
        }

        @Override
        long endOf(Span span) {
            return span.to();
        }
    },

    /** Bytes, with or without a unit. */
    SIZE("a size such as 512, 10KiB or 2MB") {
        @Override
        Span parse(Value value, long nowMillis) throws QueryException {
            return amount(value, "b");
        }

        @Override
        long unit(String name) {
            return switch (name) {
                case "b" -> 1;
                case "k", "kb" -> 1000;
                case "m", "mb" -> 1000 * 1000;
                case "g", "gb" -> 1000 * 1000 * 1000;
                case "kib" -> 1 << 10;
                case "mib" -> 1 << 20;
                case "gib" -> 1 << 30;
                default -> 0;
            };
        }
    },

    /** A duration, in microseconds in rows. The default unit in queries is milliseconds. */
    DURATION("a duration such as 20ms or 1.5s") {
        @Override
        Span parse(Value value, long nowMillis) throws QueryException {
            return amount(value, "ms");
        }

        @Override
        long unit(String name) {
            return switch (name) {
                case "us", "µs", "μs" -> 1;
                case "ms" -> 1000;
                case "s" -> 1000 * 1000;
                case "m", "min" -> 60L * 1000 * 1000;
                case "h" -> 60L * 60 * 1000 * 1000;
                default -> 0;
            };
        }
    },

    /** A time, in milliseconds since 1970 in rows. */
    TIME(TimeText.FORMS) {
        @Override
        Span parse(Value value, long nowMillis) throws QueryException {
            return TimeText.parse(value.text(), nowMillis).orElseThrow(() -> expected(value));
        }

        @Override
        long endOf(Span span) {
            return span.to();
        }
    };

    private static final Pattern WHOLE = Pattern.compile("-?[0-9]{1,18}");
    private static final Pattern AMOUNT = Pattern.compile("([0-9]{1,12})(\\.([0-9]{1,6}))? ?([a-zA-Zµμ]*)");

    private final String form;

    NumberForm(String form) {
        this.form = form;
    }

    /** The numbers that a query value stands for, bounds included. */
    record Span(long from, long to) {
        static Span of(long one) {
            return new Span(one, one);
        }
    }

    abstract Span parse(Value value, long nowMillis) throws QueryException;

    /** Returns the largest number of an inclusive range that ends with this value. */
    long endOf(Span span) {
        return span.from();
    }

    /** Returns a unit as a multiple of the unit in rows, or 0 for an unknown unit. */
    long unit(String name) {
        return 0;
    }

    final QueryException expected(Value value) {
        return new QueryException(value.column(), "expected " + form + ", found '" + value.text() + "'");
    }

    final long whole(Value value) throws QueryException {
        if (value.isPrefix() || !WHOLE.matcher(value.text()).matches()) throw expected(value);
        return Long.parseLong(value.text());
    }

    /** Parses an amount. It matches all numbers that round down to it: {@code 20ms} reaches to just below 21 ms. */
    final Span amount(Value value, String defaultUnit) throws QueryException {
        Matcher matcher = AMOUNT.matcher(value.text());
        if (value.isPrefix() || !matcher.matches()) throw expected(value);
        String name =
                matcher.group(4).isEmpty() ? defaultUnit : matcher.group(4).toLowerCase(Locale.ROOT);
        long unit = unit(name);
        if (unit == 0) throw expected(value);
        int decimals = matcher.group(3) == null ? 0 : matcher.group(3).length();
        BigDecimal number = new BigDecimal(matcher.group(1) + (decimals == 0 ? "" : matcher.group(2)));
        BigDecimal scale = BigDecimal.valueOf(unit);
        long from = number.multiply(scale).setScale(0, RoundingMode.FLOOR).longValue();
        long width = BigDecimal.ONE.movePointLeft(decimals).multiply(scale).longValue();
        return new Span(from, from + Math.max(1, width) - 1);
    }
}

package vesper.documents.queries;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.SortedSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import vesper.documents.queries.QueryReader.Range;
import vesper.documents.queries.QueryReader.Value;
import vesper.documents.queries.TimeText.Span;

/**
 * The fields that a query may name and the meaning of their values: paths in the JSON, and the server's own
 * {@code _id}, {@code _version}, {@code _time} and {@code _cut}.
 */
final class Fields {
    private static final Pattern WHOLE = Pattern.compile("-?[0-9]{1,15}");
    private static final Pattern DECIMAL = Pattern.compile("[-+]?[0-9]{1,40}(\\.[0-9]{1,40})?([eE][-+]?[0-9]{1,3})?");

    private static final String VARIABLE = "@";

    private final long nowMillis;
    /** The names of the variables that a template may have; empty if the query is no template. */
    private final SortedSet<String> variables;

    Fields(long nowMillis, SortedSet<String> variables) {
        this.variables = variables;
        this.nowMillis = nowMillis;
    }

    private Clause tested(String field, int column, Value value) throws QueryException {
        String name = variable(field, column);
        if (value.isOpen()) return new Clause.VariableTest(name, Optional.empty());
        if (value.isPrefix()) throw new QueryException(value.column(), "expected a whole text, or * for any");
        return new Clause.VariableTest(name, Optional.of(value.text()));
    }

    private String variable(String text, int column) throws QueryException {
        String name = text.substring(VARIABLE.length());
        if (variables.contains(name)) return name;
        throw new QueryException(
                column,
                "there is no variable " + text + "; there are "
                        + variables.stream().map(VARIABLE::concat).collect(Collectors.joining(", ")));
    }

    /** Returns the clause of a value without a field. */
    Clause anywhere(Value value) throws QueryException {
        if (!variables.isEmpty() && value.text().startsWith(VARIABLE)) {
            throw new QueryException(value.column(), "a variable needs a field: owner:" + value.text());
        }
        return value.isOpen() ? new Clause.Everything() : words(Paths.NONE, value);
    }

    Clause equal(String field, int column, Value value) throws QueryException {
        if (field.endsWith(".")) throw new QueryException(column, "expected a name after '" + field + "'");
        if (!variables.isEmpty() && field.startsWith(VARIABLE)) return tested(field, column, value);
        if (!variables.isEmpty() && !value.isPhrase() && value.text().startsWith(VARIABLE)) {
            if (value.isPrefix()) throw new QueryException(value.column(), "a variable cannot end with *");
            return new Clause.Variable(field, variable(value.text(), value.column()));
        }
        long path = Paths.hashOf(field);
        return switch (field.toLowerCase(Locale.ROOT)) {
            case "_id" -> value.isOpen() ? new Clause.Everything() : new Clause.Id(value.text(), value.isPrefix());
            case "_version" -> value.isOpen() ? new Clause.Everything() : version(whole(value), whole(value));
            case "_time" -> {
                if (value.isOpen()) yield new Clause.Everything();
                Span span = time(value);
                yield new Clause.Times(path, span.from(), span.to());
            }
            case "_cut" -> cut(value);
            default -> value.isOpen() ? new Clause.Present(path) : at(path, value);
        };
    }

    Clause range(String field, int column, Range range) throws QueryException {
        if (field.endsWith(".")) throw new QueryException(column, "expected a name after '" + field + "'");
        long path = Paths.hashOf(field);
        return switch (field.toLowerCase(Locale.ROOT)) {
            case "_id", "_cut" -> throw new QueryException(column, "'" + field + "' is not a number and has no ranges");
            case "_version" -> versions(range);
            case "_time" -> times(path, range);
            default -> isOfNumbers(range) ? numbers(path, range) : timesOrMillis(path, range);
        };
    }

    private static Clause version(double from, double to) {
        return new Clause.Numbers(Paths.VERSION, from, to);
    }

    private static Clause versions(Range range) throws QueryException {
        double from = Double.NEGATIVE_INFINITY;
        double to = Double.POSITIVE_INFINITY;
        if (!range.from().isOpen()) from = whole(range.from()) + (range.includesFrom() ? 0 : 1);
        if (!range.to().isOpen()) to = whole(range.to()) - (range.includesTo() ? 0 : 1);
        if (!range.isHalfOpen() && whole(range.from()) > whole(range.to())) throw backwards(range);
        return version(from, to);
    }

    private static Clause cut(Value value) throws QueryException {
        if (value.isOpen()) return new Clause.Everything();
        return switch (value.text().toLowerCase(Locale.ROOT)) {
            case "true", "yes" -> new Clause.Present(Paths.CUT);
            case "false", "no" -> new Clause.Not(new Clause.Present(Paths.CUT));
            default -> throw new QueryException(value.column(), "expected _cut:true or _cut:false");
        };
    }

    /**
     * Returns a clause that matches the words of a value, and the equal number or time. A negative number matches as a
     * number only: words have no sign, so they would match the positive number too.
     */
    private static Clause at(long path, Value value) throws QueryException {
        if (value.isPrefix()) return words(path, value);
        Optional<Span> span = TimeText.parseDay(value.text());
        if (span.isPresent()) {
            return new Clause.Or(List.of(
                    words(path, value),
                    new Clause.Times(path, span.get().from(), span.get().to())));
        }
        if (value.isPhrase() || !isDecimal(value)) return words(path, value);
        double number = decimal(value);
        var equal = new Clause.Numbers(path, number, number);
        return value.text().startsWith("-") ? equal : new Clause.Or(List.of(words(path, value), equal));
    }

    /** Returns whether all bounds are numbers or open; {@code [* TO *]} counts too. */
    private static boolean isOfNumbers(Range range) {
        return (range.from().isOpen() || isDecimal(range.from())) && (range.to().isOpen() || isDecimal(range.to()));
    }

    private static Clause numbers(long path, Range range) throws QueryException {
        double from = range.from().isOpen() ? Double.NEGATIVE_INFINITY : decimal(range.from());
        double to = range.to().isOpen() ? Double.POSITIVE_INFINITY : decimal(range.to());
        if (from > to) throw backwards(range);
        return new Clause.Numbers(
                path,
                range.includesFrom() || range.from().isOpen() ? from : Math.nextUp(from),
                range.includesTo() || range.to().isOpen() ? to : Math.nextDown(to));
    }

    /** Documents may also hold times as milliseconds since 1970, so the clause also matches numbers. */
    private Clause timesOrMillis(long path, Range range) throws QueryException {
        for (Value bound : List.of(range.from(), range.to())) {
            if (!bound.isOpen() && TimeText.parse(bound.text(), nowMillis).isEmpty()) {
                throw new QueryException(
                        bound.column(), "expected a number, found '" + bound.text() + "'; nor is it " + TimeText.FORMS);
            }
        }
        Clause.Times times = times(path, range);
        double from = range.from().isOpen() ? Double.NEGATIVE_INFINITY : times.from();
        double to = range.to().isOpen() ? Double.POSITIVE_INFINITY : times.to();
        return new Clause.Or(List.of(times, new Clause.Numbers(path, from, to)));
    }

    private Clause.Times times(long path, Range range) throws QueryException {
        long from = Long.MIN_VALUE;
        long to = Long.MAX_VALUE;
        if (!range.from().isOpen()) {
            Span span = time(range.from());
            from = range.includesFrom() ? span.from() : span.to() + 1;
        }
        if (!range.to().isOpen()) {
            Span span = time(range.to());
            to = range.includesTo() ? span.to() : span.from() - 1;
            if (!range.from().isOpen() && time(range.from()).from() > span.to()) throw backwards(range);
        }
        return new Clause.Times(path, from, to);
    }

    private static QueryException backwards(Range range) {
        return new QueryException(
                range.from().column(),
                "the range is empty: '" + range.from().text() + "' is above '"
                        + range.to().text() + "'");
    }

    private static Clause words(long path, Value value) throws QueryException {
        List<byte[]> words = new ArrayList<>(Words.of(value.text()));
        if (words.isEmpty()) throw new QueryException(value.column(), "no word in '" + value.text() + "'");
        if (words.size() > Clause.Words.MOST_WORDS) {
            throw new QueryException(value.column(), "a phrase has at most " + Clause.Words.MOST_WORDS + " words");
        }
        return new Clause.Words(path, List.copyOf(words), value.isPrefix());
    }

    private Span time(Value value) throws QueryException {
        Optional<Span> span = value.isPrefix() ? Optional.empty() : TimeText.parse(value.text(), nowMillis);
        return span.orElseThrow(() -> expected(TimeText.FORMS, value));
    }

    private static double whole(Value value) throws QueryException {
        if (value.isPrefix() || !WHOLE.matcher(value.text()).matches()) throw expected("a whole number", value);
        return Long.parseLong(value.text());
    }

    private static boolean isDecimal(Value value) {
        return !value.isPrefix() && DECIMAL.matcher(value.text()).matches();
    }

    private static double decimal(Value value) {
        return Double.parseDouble(value.text()) + 0.0;
    }

    private static QueryException expected(String form, Value value) {
        return new QueryException(value.column(), "expected " + form + ", found '" + value.text() + "'");
    }
}

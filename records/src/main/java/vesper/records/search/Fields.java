package vesper.records.search;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Map.entry;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import vesper.http.Method;
import vesper.records.blocks.Column;
import vesper.records.rows.Columns;
import vesper.records.rows.RowFlags;
import vesper.records.search.QueryReader.Value;
import vesper.records.text.Paths;
import vesper.records.text.Words;

/** The fields of the query language and the conditions they translate to. */
final class Fields {
    private static final Map<String, NumberField> NUMBERS = Map.ofEntries(
            entry("time", new NumberField(Columns.TIME, NumberForm.TIME)),
            entry("duration", new NumberField(Columns.DURATION_MICROS, NumberForm.DURATION)),
            entry("status", new NumberField(Columns.STATUS, NumberForm.STATUS)),
            entry("bytesin", new NumberField(Columns.BYTES_IN, NumberForm.SIZE)),
            entry("bytesout", new NumberField(Columns.BYTES_OUT, NumberForm.SIZE)),
            entry("cost", new NumberField(Columns.COST, NumberForm.COUNT)));

    private static final Map<String, Column> TEXTS = Map.ofEntries(
            entry("method", Columns.METHOD),
            entry("path", Columns.PATH),
            entry("route", Columns.ROUTE),
            entry("package", Columns.PACKAGE),
            entry("service", Columns.SERVICE),
            entry("rule", Columns.RULE),
            entry("user", Columns.USER),
            entry("remote", Columns.REMOTE),
            entry("agent", Columns.USER_AGENT),
            entry("type", Columns.TYPE),
            entry("externalid", Columns.EXTERNAL_ID),
            entry("sender", Columns.SENDER),
            entry("receiver", Columns.RECEIVER));

    private static final Map<String, Clause> BOOLEANS = Map.of(
            "success", new Clause.Success(),
            "monitored", new Clause.Flag(RowFlags.MONITORED),
            "tracked", new Clause.Flag(RowFlags.TRACKED));

    /** First names of the fields that take a path after a full stop. Some can also be searched without a path. */
    private static final Map<String, WordPlace> PLACES = Map.of(
            "body", WordPlace.BODY,
            "request", WordPlace.REQUEST,
            "response", WordPlace.RESPONSE,
            "header", WordPlace.HEADERS,
            "query", WordPlace.QUERY,
            "prop", WordPlace.ADDITIONS,
            "log", WordPlace.ADDITIONS);

    private static final Pattern TRACE = Pattern.compile("[0-9a-fA-F]{32}");
    private static final Pattern DECIMAL = Pattern.compile("[-+]?[0-9]{1,40}(\\.[0-9]{1,40})?([eE][-+]?[0-9]{1,3})?");

    private final long nowMillis;

    Fields(long nowMillis) {
        this.nowMillis = nowMillis;
    }

    private record NumberField(Column column, NumberForm form) {}

    record Range(Value from, boolean includesFrom, Value to, boolean includesTo) {}

    /** Returns the column of a field that rows can be sorted or counted by. */
    static Optional<Column> column(String field) {
        String name = FieldNames.ofColumn(field);
        if (name.equals("state")) return Optional.of(Columns.STATE);
        NumberField number = NUMBERS.get(name);
        return number != null ? Optional.of(number.column()) : Optional.ofNullable(TEXTS.get(name));
    }

    /** Returns the condition for a term without a field. */
    Clause anywhere(Value value) throws QueryException {
        if (value.isOpen()) return new Clause.Everything();
        Clause words = words(WordPlace.ANYWHERE, 0, value);
        Optional<UUID> id = value.isPrefix() ? Optional.empty() : id(value.text());
        if (id.isEmpty()) return words;
        return new Clause.Or(List.of(record(id.get()), trace(id.get()), words));
    }

    Clause equal(String field, int column, Value value) throws QueryException {
        String name = FieldNames.of(field);
        NumberField number = NUMBERS.get(name);
        if (number != null) return number(number, value);
        Column text = TEXTS.get(name);
        if (text != null) return text(text, value);
        Clause isTrue = BOOLEANS.get(name);
        if (isTrue != null) return bool(name, isTrue, value);
        return switch (name) {
            case "id" -> record(parsedId(value));
            case "trace" -> trace(parsedId(value));
            case "trackerid" -> new Clause.And(List.of(new Clause.Flag(RowFlags.TRACKED), record(parsedId(value))));
            case "kind" -> kind(value);
            case "url" -> url(value);
            case "state" -> new Clause.State(CaseFolding.of(value.text()), value.isPrefix());
            default -> inPlace(field, column, value);
        };
    }

    Clause range(String field, int column, Range range) throws QueryException {
        String name = FieldNames.of(field);
        NumberField number = NUMBERS.get(name);
        if (number != null) return numbers(number, range);
        boolean isText = TEXTS.containsKey(name)
                || BOOLEANS.containsKey(name)
                || Stream.of("id", "trace", "trackerid", "kind", "url", "state").anyMatch(name::equals);
        if (isText) throw new QueryException(column, "'" + field + "' is no number, so it has no ranges");
        PathField path = path(field, column);
        if (path.hash() == 0) {
            throw new QueryException(column, "a range needs a path: '" + field + ".amount:[10 TO 20]'");
        }
        double from = range.from().isOpen() ? Double.NEGATIVE_INFINITY : decimal(range.from());
        double to = range.to().isOpen() ? Double.POSITIVE_INFINITY : decimal(range.to());
        if (from > to) throw backwards(range);
        return new Clause.Values(
                path.place(),
                path.hash(),
                range.includesFrom() || range.from().isOpen() ? from : Math.nextUp(from),
                range.includesTo() || range.to().isOpen() ? to : Math.nextDown(to));
    }

    private Clause number(NumberField field, Value value) throws QueryException {
        if (value.isOpen()) return new Clause.Not(new Clause.Numbers(field.column(), 0, 0));
        NumberForm.Span span = field.form().parse(value, nowMillis);
        return new Clause.Numbers(field.column(), span.from(), span.to());
    }

    private Clause numbers(NumberField field, Range range) throws QueryException {
        long from = Long.MIN_VALUE;
        long to = Long.MAX_VALUE;
        if (!range.from().isOpen()) {
            NumberForm.Span span = field.form().parse(range.from(), nowMillis);
            from = range.includesFrom() ? span.from() : field.form().endOf(span) + 1;
        }
        if (!range.to().isOpen()) {
            NumberForm.Span span = field.form().parse(range.to(), nowMillis);
            to = range.includesTo() ? field.form().endOf(span) : span.from() - 1;
            if (!range.from().isOpen()
                    && field.form().parse(range.from(), nowMillis).from()
                            > field.form().endOf(span)) throw backwards(range);
        }
        return new Clause.Numbers(field.column(), from, to);
    }

    private static QueryException backwards(Range range) {
        return new QueryException(
                range.from().column(),
                "the range is empty: '" + range.from().text() + "' is above '"
                        + range.to().text() + "'");
    }

    /** Matches the kind of a trigger; {@code request} stands for all requests. */
    private Clause kind(Value value) throws QueryException {
        if (value.isOpen() || !CaseFolding.of(value.text()).equals(Kinds.REQUEST)) return text(Columns.METHOD, value);
        List<Clause> methods = new ArrayList<>();
        for (Method method : Method.values()) {
            methods.add(new Clause.Text(Columns.METHOD, CaseFolding.of(method.name()), false));
        }
        return new Clause.Or(methods);
    }

    /** Matches path and query exactly if the value starts with a slash, otherwise words in either. */
    private Clause url(Value value) throws QueryException {
        if (value.isOpen()) return text(Columns.PATH, value);
        int mark = value.text().indexOf('?');
        if (!value.text().startsWith("/"))
            return new Clause.Or(List.of(words(WordPlace.PATH, 0, value), words(WordPlace.QUERY, 0, value)));
        if (mark < 0) return text(Columns.PATH, value);
        String path = CaseFolding.of(value.text().substring(0, mark));
        String query = CaseFolding.of(value.text().substring(mark + 1));
        return new Clause.And(List.of(
                new Clause.Text(Columns.PATH, path, false), new Clause.Text(Columns.QUERY, query, value.isPrefix())));
    }

    private Clause text(Column column, Value value) throws QueryException {
        if (value.isOpen()) return new Clause.Not(new Clause.Text(column, "", false));
        if (column.equals(Columns.USER_AGENT)) return words(WordPlace.USER_AGENT, 0, value);
        boolean isWhole = !column.equals(Columns.PATH) || value.text().startsWith("/");
        if (!isWhole) return words(WordPlace.PATH, 0, value);
        return new Clause.Text(column, CaseFolding.of(value.text()), value.isPrefix());
    }

    private static Clause bool(String name, Clause isTrue, Value value) throws QueryException {
        return switch (CaseFolding.of(value.text())) {
            case "true", "yes" -> isTrue;
            case "false", "no" -> new Clause.Not(isTrue);
            default -> throw new QueryException(value.column(), "expected " + name + ":true or " + name + ":false");
        };
    }

    private Clause inPlace(String field, int column, Value value) throws QueryException {
        PathField path = path(field, column);
        if (value.isOpen() && path.hash() == 0) {
            throw new QueryException(value.column(), "expected a word, or a path: '" + field + ".name:*'");
        }
        if (value.isOpen()) return new Clause.Present(path.place(), path.hash());
        return words(path.place(), path.hash(), value);
    }

    private record PathField(WordPlace place, long hash) {}

    private static PathField path(String typed, int column) throws QueryException {
        String field = FieldNames.of(typed);
        int dot = field.indexOf('.');
        String first = dot < 0 ? field : field.substring(0, dot);
        WordPlace place = PLACES.get(first);
        if (place == null || (dot >= 0 && first.equals("log")))
            throw new QueryException(column, FieldNames.unknown(typed));
        String rest = dot < 0 ? "" : field.substring(dot + 1);
        if (dot >= 0 && rest.isEmpty()) {
            throw new QueryException(column, "expected a name after '" + typed + "'");
        }
        return switch (first) {
            case "log" -> new PathField(place, Paths.hashOf("log"));
            case "prop" -> {
                if (rest.isEmpty()) throw new QueryException(column, "expected the property's name: prop.NAME:value");
                yield new PathField(place, Paths.hashOf(field));
            }
            case "header", "query" -> new PathField(place, rest.isEmpty() ? 0 : Paths.hashOf(field));
            default -> new PathField(place, rest.isEmpty() ? 0 : Paths.hashOf(rest));
        };
    }

    private static Clause words(WordPlace place, long path, Value value) throws QueryException {
        List<byte[]> words = new ArrayList<>();
        byte[] utf8 = value.text().getBytes(UTF_8);
        new Words((word, length) -> words.add(Arrays.copyOf(word, length))).scan(utf8, 0, utf8.length);
        if (words.isEmpty()) throw new QueryException(value.column(), "no word in '" + value.text() + "'");
        if (words.size() > Clause.Words.MOST_WORDS) {
            throw new QueryException(value.column(), "a phrase has at most " + Clause.Words.MOST_WORDS + " words");
        }
        return new Clause.Words(place, path, List.copyOf(words), value.isPrefix());
    }

    private static UUID parsedId(Value value) throws QueryException {
        Optional<UUID> id = value.isPrefix() ? Optional.empty() : id(value.text());
        return id.orElseThrow(() -> new QueryException(
                value.column(),
                "expected an id such as 0193aa60-5b0e-7c4d-9f00-0123456789ab, found '" + value.text() + "'"));
    }

    private static Optional<UUID> id(String text) {
        String digits = text.length() == 36 ? text.replace("-", "") : text;
        boolean hasForm = text.length() != 36
                || (text.charAt(8) == '-'
                        && text.charAt(13) == '-'
                        && text.charAt(18) == '-'
                        && text.charAt(23) == '-');
        if (!hasForm || !TRACE.matcher(digits).matches()) return Optional.empty();
        return Optional.of(
                new UUID(Long.parseUnsignedLong(digits, 0, 16, 16), Long.parseUnsignedLong(digits, 16, 32, 16)));
    }

    private static Clause record(UUID id) {
        return new Clause.Id(
                Columns.ID_HIGH, Columns.ID_LOW, id.getMostSignificantBits(), id.getLeastSignificantBits());
    }

    /** A row without a trace id has its own id as the trace id. */
    private static Clause trace(UUID id) {
        var trace = new Clause.Id(
                Columns.TRACE_HIGH, Columns.TRACE_LOW, id.getMostSignificantBits(), id.getLeastSignificantBits());
        var none = new Clause.Id(Columns.TRACE_HIGH, Columns.TRACE_LOW, 0, 0);
        return new Clause.Or(List.of(trace, new Clause.And(List.of(record(id), none))));
    }

    private static double decimal(Value value) throws QueryException {
        if (DECIMAL.matcher(value.text()).matches()) return new BigDecimal(value.text()).doubleValue();
        throw new QueryException(value.column(), "expected a number, found '" + value.text() + "'");
    }
}

package vesper.records.admin;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import vesper.records.blocks.Column;
import vesper.records.blocks.DamagedBlockException;
import vesper.records.rows.Additions;
import vesper.records.rows.Columns;
import vesper.records.rows.RowFlags;
import vesper.records.rows.RowValues;
import vesper.records.rows.States;

/**
 * One transaction.
 *
 * @param state the last one
 * @param logs what code said while it ran
 * @param links other transactions that it belongs together with
 * @param incomplete what cannot be read and is, or may be, a part of it
 */
@JsonInclude(JsonInclude.Include.NON_ABSENT)
public record TrackedTransaction(
        String id,
        String externalId,
        String type,
        String sender,
        String receiver,
        String state,
        String startedAt,
        double durationMillis,
        String method,
        String url,
        long status,
        String traceId,
        List<State> states,
        Map<String, String> properties,
        List<Line> logs,
        List<Link> links,
        Optional<String> incomplete) {
    private static final double MICROS_PER_MILLI = 1000;

    /** @param cut whether the payload was longer */
    @JsonInclude(JsonInclude.Include.NON_DEFAULT)
    public record State(String name, String at, String contentType, Optional<String> payload, boolean cut) {}

    public record Line(String at, String text) {}

    public record Link(String relation, String id) {}

    /**
     * Of what can be read.
     *
     * @param found of one id, at least one, in any order
     * @param damaged where more of them may have been
     * @throws DamagedBlockException where none of them can be read
     */
    static TrackedTransaction of(List<? extends RowValues> found, List<String> damaged) throws DamagedBlockException {
        Set<String> missing = new LinkedHashSet<>(damaged);
        if (found.size() == 1) return whole(List.of(found.getFirst()), missing);
        List<RowValues> readable = new ArrayList<>();
        DamagedBlockException last = null;
        for (RowValues row : found) {
            try {
                whole(List.of(row), missing);
                readable.add(row);
            } catch (DamagedBlockException e) {
                missing.add(String.valueOf(e.getMessage()));
                last = e;
            }
        }
        if (readable.isEmpty() && last != null) throw last;
        return whole(readable, missing);
    }

    private static TrackedTransaction whole(List<RowValues> found, Set<String> missing) throws DamagedBlockException {
        List<RowValues> rows = newestFirst(found);
        Gathered gathered = new Gathered();
        RowValues base = rows.getLast();
        for (RowValues row : rows.reversed()) {
            gathered.add(row);
            if (!row.is(RowFlags.ADDITION)) base = row;
        }
        return new TrackedTransaction(
                base.id(),
                last(rows, Columns.EXTERNAL_ID),
                last(rows, Columns.TYPE),
                last(rows, Columns.SENDER),
                last(rows, Columns.RECEIVER),
                last(rows, Columns.STATE),
                time(base.time()),
                longest(rows) / MICROS_PER_MILLI,
                base.text(Columns.METHOD),
                base.url(),
                base.number(Columns.STATUS),
                base.trace(),
                gathered.states(),
                gathered.properties,
                List.copyOf(gathered.logs),
                List.copyOf(gathered.links),
                missing.isEmpty() ? Optional.empty() : Optional.of(String.join("; ", missing)));
    }

    /** Several rows may be of the same millisecond; each addition by code says how long it had taken by then. */
    private static List<RowValues> newestFirst(List<RowValues> found) throws DamagedBlockException {
        record Timed(long at, long micros, RowValues row) {}
        List<Timed> timed = new ArrayList<>();
        for (RowValues row : found) {
            long micros = row.is(RowFlags.ADDITION) ? row.number(Columns.DURATION_MICROS) : -1;
            timed.add(new Timed(row.time(), micros, row));
        }
        timed.sort(Comparator.comparingLong(Timed::at)
                .thenComparingLong(Timed::micros)
                .reversed());
        return timed.stream().map(Timed::row).toList();
    }

    /** What was said of it last. */
    private static String last(List<RowValues> newestFirst, Column column) throws DamagedBlockException {
        for (RowValues row : newestFirst) {
            String text = row.text(column);
            if (!text.isEmpty()) return text;
        }
        return "";
    }

    /** Each addition says how long it has taken by then. */
    private static long longest(List<RowValues> rows) throws DamagedBlockException {
        long longest = 0;
        for (RowValues row : rows) longest = Math.max(longest, row.number(Columns.DURATION_MICROS));
        return longest;
    }

    private static String time(long millis) {
        return Instant.ofEpochMilli(millis).toString();
    }

    /** What rows say, one after the other. */
    private static final class Gathered {
        private record Timed(long at, State state) {}

        private final List<Timed> states = new ArrayList<>();
        private final Map<String, String> properties = new LinkedHashMap<>();
        private final List<Line> logs = new ArrayList<>();
        private final List<Link> links = new ArrayList<>();

        void add(RowValues row) throws DamagedBlockException {
            boolean isExchange = !row.is(RowFlags.ADDITION);
            if (isExchange) {
                add(
                        row.time(),
                        States.RECEIVED,
                        row.text(Columns.REQUEST_TYPE),
                        row.bytes(Columns.REQUEST),
                        row.is(RowFlags.REQUEST_CUT));
            }
            Additions.read(row.bytes(Columns.ADDITIONS), this::add);
            if (isExchange) {
                // Two clocks were read, so that what code said may seem to be later than the end.
                long ended = row.time() + row.number(Columns.DURATION_MICROS) / 1000;
                add(
                        states.stream().mapToLong(Timed::at).reduce(ended, Math::max),
                        row.text(Columns.STATE),
                        row.text(Columns.RESPONSE_TYPE),
                        row.bytes(Columns.RESPONSE),
                        row.is(RowFlags.RESPONSE_CUT));
            }
        }

        private void add(Additions.Addition addition) {
            switch (addition.kind()) {
                case STATE ->
                    add(addition.atMillis(), addition.name(), addition.contentType(), addition.value(), addition.cut());
                case PROPERTY -> properties.put(addition.name(), addition.text());
                case LOG -> logs.add(new Line(time(addition.atMillis()), addition.text()));
                case LINK -> links.add(new Link(addition.name(), addition.text()));
            }
        }

        private void add(long at, String name, String contentType, ByteBuffer payload, boolean cut) {
            Optional<String> shown = payload.hasRemaining() ? Optional.of(Contents.shown(payload)) : Optional.empty();
            states.add(new Timed(at, new State(name, time(at), contentType, shown, cut)));
        }

        /** In the order of their times, and as they came where these are equal. */
        List<State> states() {
            return states.stream()
                    .sorted(Comparator.comparingLong(Timed::at))
                    .map(Timed::state)
                    .toList();
        }
    }
}

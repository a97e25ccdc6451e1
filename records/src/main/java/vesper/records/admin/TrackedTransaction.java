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
import vesper.records.search.Kinds;

/**
 * One transaction.
 *
 * @param state the latest state
 * @param kind {@code request}, or the kind of the trigger that started it; empty if code did
 * @param logs messages that code added
 * @param links related transactions
 * @param incomplete descriptions of unreadable places that hold, or may hold, parts of the transaction
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
        String kind,
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

    /**
     * A state that the transaction was in.
     *
     * @param cut true if the payload was longer
     */
    @JsonInclude(JsonInclude.Include.NON_DEFAULT)
    public record State(String name, String at, String contentType, Optional<String> payload, boolean cut) {}

    public record Line(String at, String text) {}

    public record Link(String relation, String id) {}

    /**
     * Builds a transaction from the rows that can be read.
     *
     * @param found rows of one id, at least one, in any order
     * @param damaged descriptions of unreadable places that may have held more rows
     * @throws DamagedBlockException if none of the rows can be read
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
        GatheredContents gathered = new GatheredContents();
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
                Kinds.ofMethod(base.text(Columns.METHOD)),
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

    /** Sorts rows. Several may have the same millisecond; additions are then ordered by the duration they hold. */
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

    /** Returns the latest value that is not empty. */
    private static String last(List<RowValues> newestFirst, Column column) throws DamagedBlockException {
        for (RowValues row : newestFirst) {
            String text = row.text(column);
            if (!text.isEmpty()) return text;
        }
        return "";
    }

    /** Returns the longest duration. Each addition holds the transaction's duration up to it. */
    private static long longest(List<RowValues> rows) throws DamagedBlockException {
        long longest = 0;
        for (RowValues row : rows) longest = Math.max(longest, row.number(Columns.DURATION_MICROS));
        return longest;
    }

    private static String time(long millis) {
        return Instant.ofEpochMilli(millis).toString();
    }

    /** Contents of the rows, collected oldest first. */
    private static final class GatheredContents {
        private record TimedState(long at, State state) {}

        private final List<TimedState> states = new ArrayList<>();
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
                // The times come from two clocks, so additions may appear to be later than the end.
                long ended = row.time() + row.number(Columns.DURATION_MICROS) / 1000;
                add(
                        states.stream().mapToLong(TimedState::at).reduce(ended, Math::max),
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
            states.add(new TimedState(at, new State(name, time(at), contentType, shown, cut)));
        }

        /** Returns the states by time; states of equal time keep their order. */
        List<State> states() {
            return states.stream()
                    .sorted(Comparator.comparingLong(TimedState::at))
                    .map(TimedState::state)
                    .toList();
        }
    }
}

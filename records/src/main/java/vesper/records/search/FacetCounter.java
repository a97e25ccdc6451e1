package vesper.records.search;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import vesper.records.blocks.Bounds;
import vesper.records.blocks.Column;
import vesper.records.blocks.ColumnKind;
import vesper.records.blocks.DamagedBlockException;
import vesper.records.blocks.TextValues;
import vesper.records.search.SearchResult.Count;
import vesper.records.search.SearchResult.Facet;

/**
 * Counts the values of a column. After {@value #MOST_VALUES} distinct values, new ones are no longer counted and the
 * facet is marked as incomplete.
 */
final class FacetCounter {
    private static final int MOST_VALUES = 10_000;

    private final String field;
    private final Column column;
    private final UnaryOperator<String> names;
    private final int top;
    private final Map<String, long[]> counts = new HashMap<>();
    private boolean isCut;

    /** @param names maps the values of a text column to those that are counted */
    FacetCounter(String field, Column column, UnaryOperator<String> names, int top) {
        this.field = field;
        this.column = column;
        this.names = names;
        this.top = top;
    }

    void add(BatchView batch, BitSet rows, int count) throws DamagedBlockException {
        if (column.kind() == ColumnKind.TEXT) texts(batch.texts(column), rows, count);
        else numbers(batch, rows, count);
    }

    Facet facet() {
        List<Count> values = new ArrayList<>();
        counts.forEach((value, count) -> values.add(new Count(value, count[0])));
        values.sort(Comparator.comparingLong(Count::count).reversed().thenComparing(Count::value));
        List<Count> first = values.subList(0, Math.min(top, values.size()));
        return new Facet(field, List.copyOf(first), isCut);
    }

    private void texts(TextValues texts, BitSet rows, int count) {
        if (texts.different() == 1) {
            add(names.apply(texts.text(0)), count);
            return;
        }
        long[] byCode = new long[texts.different()];
        for (int row = rows.nextSetBit(0); row >= 0; row = rows.nextSetBit(row + 1)) byCode[texts.code(row)]++;
        for (int code = 0; code < byCode.length; code++) {
            if (byCode[code] > 0) add(names.apply(texts.text(code)), byCode[code]);
        }
    }

    private void numbers(BatchView batch, BitSet rows, int count) throws DamagedBlockException {
        Bounds bounds = batch.bounds(column);
        if (bounds.least() == bounds.largest()) {
            add(Long.toString(bounds.least()), count);
            return;
        }
        long[] numbers = batch.numbers(column);
        Map<Long, long[]> here = new HashMap<>();
        long last = 0;
        long[] counted = here.computeIfAbsent(last, _ -> new long[1]);
        for (int row = rows.nextSetBit(0); row >= 0; row = rows.nextSetBit(row + 1)) {
            if (numbers[row] != last) {
                last = numbers[row];
                counted = here.computeIfAbsent(last, _ -> new long[1]);
            }
            counted[0]++;
        }
        here.forEach((number, times) -> {
            if (times[0] > 0) add(Long.toString(number), times[0]);
        });
    }

    private void add(String value, long count) {
        long[] known = counts.get(value);
        if (known != null) known[0] += count;
        else if (counts.size() < MOST_VALUES) counts.put(value, new long[] {count});
        else isCut = true;
    }
}

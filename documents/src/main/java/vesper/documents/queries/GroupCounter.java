package vesper.documents.queries;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.DoubleSummaryStatistics;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Groups rows by a value and counts them. Used by one thread. */
final class GroupCounter {
    private final Grouping grouping;
    private final long path;
    private final long[] figures;
    private final Map<SortValue, GroupFigures> counted = new HashMap<>();
    private final List<SortValue> values = new ArrayList<>();
    private long notCounted;

    GroupCounter(Grouping grouping) {
        this.grouping = grouping;
        this.path = Paths.hashOf(grouping.path());
        this.figures = grouping.figures().stream().mapToLong(Paths::hashOf).toArray();
    }

    void add(Row row) {
        readValues(row);
        boolean isOut = false;
        for (SortValue value : values) {
            GroupFigures group = counted.get(value);
            if (group == null && counted.size() < Grouping.MOST_GROUPS) {
                group = new GroupFigures(figures.length);
                counted.put(value, group);
            }
            if (group == null) isOut = true;
            else add(row, group);
        }
        if (isOut) notCounted++;
    }

    /** Reads the distinct values of the document. */
    private void readValues(Row row) {
        values.clear();
        if (path == Paths.ID || path == Paths.VERSION || path == Paths.TIME) {
            values.add(SortValue.of(row, path));
            return;
        }
        row.rewind();
        while (row.next(path)) {
            SortValue value = SortValue.current(row);
            if (!values.contains(value)) values.add(value);
        }
        if (values.isEmpty()) values.add(SortValue.MISSING);
    }

    private void add(Row row, GroupFigures group) {
        group.count++;
        for (int i = 0; i < figures.length; i++) {
            row.rewind();
            while (row.next(figures[i]))
                if (row.isNumber()) group.figures.get(i).accept(row.number());
        }
    }

    Groups groups() {
        List<Groups.Group> groups = counted.entrySet().stream()
                .sorted(Comparator.<Map.Entry<SortValue, GroupFigures>>comparingLong(entry -> -entry.getValue().count)
                        .thenComparing(Map.Entry::getKey, (one, other) -> one.compareTo(other, false)))
                .limit(grouping.limit())
                .map(entry -> group(entry.getKey(), entry.getValue()))
                .toList();
        return new Groups(groups, counted.size(), notCounted);
    }

    private Groups.Group group(SortValue value, GroupFigures group) {
        List<Groups.Figures> told = new ArrayList<>();
        for (int i = 0; i < figures.length; i++) {
            DoubleSummaryStatistics of = group.figures.get(i);
            boolean isEmpty = of.getCount() == 0;
            told.add(new Groups.Figures(
                    grouping.figures().get(i),
                    of.getCount(),
                    of.getSum(),
                    isEmpty ? Double.NaN : of.getMin(),
                    isEmpty ? Double.NaN : of.getMax()));
        }
        return new Groups.Group(key(value), group.count, List.copyOf(told));
    }

    private static Groups.Key key(SortValue value) {
        if (value.isMissing()) return new Groups.Key.OfNothing();
        byte[] utf8 = value.utf8();
        return utf8 == null ? new Groups.Key.OfNumber(value.number()) : new Groups.Key.OfText(new String(utf8, UTF_8));
    }

    private static final class GroupFigures {
        private final List<DoubleSummaryStatistics> figures = new ArrayList<>();
        private long count;

        GroupFigures(int figureCount) {
            for (int i = 0; i < figureCount; i++) figures.add(new DoubleSummaryStatistics());
        }
    }
}

package vesper.records.search;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongPredicate;
import java.util.function.Predicate;
import vesper.records.blocks.BlobValues;
import vesper.records.blocks.Bounds;
import vesper.records.blocks.DamagedBlockException;
import vesper.records.blocks.TextValues;
import vesper.records.rows.Additions;
import vesper.records.rows.Columns;
import vesper.records.rows.RowFlags;
import vesper.records.rows.States;

/**
 * Finds the matching rows of a batch. Cheap conditions are evaluated first, expensive ones only on the rows that
 * remain. Not thread-safe.
 */
final class Evaluation {
    private final Clause clause;
    private final StopCheck stop;

    Evaluation(Clause clause, StopCheck stop) {
        this.clause = byCost(clause);
        this.stop = stop;
    }

    Likelihood estimate(BatchView batch) throws DamagedBlockException {
        return BatchEstimate.of(clause, batch);
    }

    /** Returns the subset of the rows that match. */
    BitSet matches(BatchView batch, BitSet rows) throws DamagedBlockException, SearchStoppedException {
        return matches(clause, batch, rows);
    }

    private BitSet matches(Clause clause, BatchView batch, BitSet rows)
            throws DamagedBlockException, SearchStoppedException {
        if (rows.isEmpty()) return rows;
        stop.check();
        return switch (clause) {
            case Clause.Everything() -> rows;
            case Clause.Not(var inner) -> {
                var left = (BitSet) rows.clone();
                left.andNot(matches(inner, batch, rows));
                yield left;
            }
            case Clause.And(var clauses) -> {
                BitSet left = rows;
                for (Clause each : clauses) left = matches(each, batch, left);
                yield left;
            }
            case Clause.Or(var clauses) -> {
                var found = new BitSet();
                var left = (BitSet) rows.clone();
                for (Clause each : clauses) {
                    found.or(matches(each, batch, left));
                    left.andNot(found);
                }
                yield found;
            }
            default ->
                switch (BatchEstimate.of(clause, batch)) {
                    case NONE -> new BitSet();
                    case ALL -> rows;
                    case SOME -> leaf(clause, batch, rows);
                };
        };
    }

    private BitSet leaf(Clause clause, BatchView batch, BitSet rows)
            throws DamagedBlockException, SearchStoppedException {
        return switch (clause) {
            case Clause.Numbers(var column, var from, var to) ->
                numbers(batch.numbers(column), rows, number -> number >= from && number <= to);
            case Clause.Id id -> {
                BitSet highs = numbers(batch.numbers(id.highColumn()), rows, high -> high == id.high());
                yield numbers(batch.numbers(id.lowColumn()), highs, low -> low == id.low());
            }
            case Clause.Flag(var bit) -> numbers(batch.numbers(Columns.FLAGS), rows, flags -> (flags & bit) != 0);
            case Clause.Success() -> successes(batch, rows);
            case Clause.Text(var column, var folded, var isPrefix) ->
                texts(batch.texts(column), rows, text -> is(text, folded, isPrefix));
            case Clause.State(var folded, var isPrefix) -> states(batch, rows, text -> is(text, folded, isPrefix));
            case Clause.Words words -> {
                var match = new WordMatch(words);
                yield new RowTexts(batch, match, match::start, match::isMet, stop).found(words.place(), rows);
            }
            case Clause.AnyWords(var place, var all) -> {
                List<Clause.Words> possible = new ArrayList<>();
                for (Clause.Words words : all)
                    if (BatchEstimate.of(words, batch) != Likelihood.NONE) possible.add(words);
                var match = new AnyWordMatch(possible);
                yield new RowTexts(batch, match, match::start, match::isMet, stop).found(place, rows);
            }
            case Clause.Values(var place, var path, var from, var to) ->
                values(place, ValueMatch.within(path, from, to), batch, rows);
            case Clause.Present(var place, var path) -> values(place, ValueMatch.any(path), batch, rows);
            case Clause.Everything _, Clause.Not _, Clause.And _, Clause.Or _ ->
                throw new IllegalStateException("no leaf: " + clause);
        };
    }

    private BitSet values(WordPlace place, ValueMatch match, BatchView batch, BitSet rows)
            throws DamagedBlockException, SearchStoppedException {
        return new RowTexts(batch, match, match::start, match::isMet, stop).found(place, rows);
    }

    private static BitSet numbers(long[] numbers, BitSet rows, LongPredicate isWanted) {
        var found = new BitSet(rows.length());
        for (int row = rows.nextSetBit(0); row >= 0; row = rows.nextSetBit(row + 1)) {
            if (isWanted.test(numbers[row])) found.set(row);
        }
        return found;
    }

    private static BitSet texts(TextValues texts, BitSet rows, Predicate<String> isWanted) {
        BitSet codes = codes(texts, rows);
        for (int code = codes.nextSetBit(0); code >= 0; code = codes.nextSetBit(code + 1)) {
            if (!isWanted.test(texts.text(code))) codes.clear(code);
        }
        var found = new BitSet(rows.length());
        if (codes.isEmpty()) return found;
        for (int row = rows.nextSetBit(0); row >= 0; row = rows.nextSetBit(row + 1)) {
            if (codes.get(texts.code(row))) found.set(row);
        }
        return found;
    }

    /**
     * Returns the codes of the texts that these rows have. Usually few rows of a block remain, and so few texts need a
     * look.
     */
    static BitSet codes(TextValues texts, BitSet rows) {
        var codes = new BitSet(texts.different());
        for (int row = rows.nextSetBit(0); row >= 0; row = rows.nextSetBit(row + 1)) codes.set(texts.code(row));
        return codes;
    }

    private static boolean is(String text, String folded, boolean isPrefix) {
        String there = CaseFolding.of(text);
        return isPrefix ? there.startsWith(folded) : there.equals(folded);
    }

    private static BitSet successes(BatchView batch, BitSet rows) throws DamagedBlockException {
        BitSet answered = numbers(batch.numbers(Columns.STATUS), rows, States::isSuccess);
        Bounds flags = batch.bounds(Columns.FLAGS);
        if (flags.largest() < RowFlags.ADDITION) return answered;
        BitSet additions = numbers(batch.numbers(Columns.FLAGS), rows, flag -> (flag & RowFlags.ADDITION) != 0);
        answered.andNot(additions);
        answered.or(texts(batch.texts(Columns.STATE), additions, state -> !state.equals(States.ERROR)));
        return answered;
    }

    private BitSet states(BatchView batch, BitSet rows, Predicate<String> isWanted)
            throws DamagedBlockException, SearchStoppedException {
        BitSet found = texts(batch.texts(Columns.STATE), rows, isWanted);
        BlobValues additions = batch.blobs(Columns.ADDITIONS);
        for (int row = rows.nextSetBit(0); row >= 0; row = rows.nextSetBit(row + 1)) {
            if (found.get(row) || additions.length(row) == 0) continue;
            stop.check();
            int at = row;
            Additions.read(additions.of(row), addition -> {
                if (addition.kind() == Additions.Kind.STATE && isWanted.test(addition.name())) found.set(at);
            });
        }
        return found;
    }

    /** Returns an equivalent clause with the operands of AND and OR sorted by cost. */
    private static Clause byCost(Clause clause) {
        return switch (clause) {
            case Clause.And(var clauses) -> new Clause.And(sorted(clauses));
            case Clause.Or(var clauses) -> new Clause.Or(sorted(together(clauses)));
            case Clause.Not(var inner) -> new Clause.Not(byCost(inner));
            default -> clause;
        };
    }

    /**
     * Merges the alternatives of an OR that search for words in the same place into one clause. A hundred prefixes then
     * need one pass over each text instead of a hundred.
     */
    private static List<Clause> together(List<Clause> clauses) {
        List<Clause> together = new ArrayList<>();
        Map<WordPlace, List<Clause.Words>> byPlace = new EnumMap<>(WordPlace.class);
        addAlternatives(clauses, together, byPlace);
        byPlace.forEach((place, words) ->
                together.add(words.size() == 1 ? words.getFirst() : new Clause.AnyWords(place, List.copyOf(words))));
        return together;
    }

    private static void addAlternatives(
            List<Clause> clauses, List<Clause> others, Map<WordPlace, List<Clause.Words>> byPlace) {
        for (Clause each : clauses) {
            switch (each) {
                case Clause.Or(var inner) -> addAlternatives(inner, others, byPlace);
                case Clause.Words words ->
                    byPlace.computeIfAbsent(words.place(), _ -> new ArrayList<>())
                            .add(words);
                default -> others.add(each);
            }
        }
    }

    private static List<Clause> sorted(List<Clause> clauses) {
        List<Clause> sorted = new ArrayList<>();
        for (Clause each : clauses) sorted.add(byCost(each));
        sorted.sort(Comparator.comparingInt(Evaluation::cost));
        return List.copyOf(sorted);
    }

    private static int cost(Clause clause) {
        return switch (clause) {
            case Clause.Everything _ -> 0;
            case Clause.Numbers _, Clause.Flag _, Clause.Id _ -> 1;
            case Clause.Success _, Clause.Text _ -> 2;
            case Clause.State _ -> 3;
            case Clause.Words words -> words.isLastPrefix() && words.words().size() == 1 ? 8 : 5;
            case Clause.AnyWords _ -> 8;
            case Clause.Present _, Clause.Values _ -> 6;
            case Clause.Not(var inner) -> cost(inner);
            case Clause.And(var clauses) -> most(clauses);
            case Clause.Or(var clauses) -> most(clauses);
        };
    }

    private static int most(List<Clause> clauses) {
        return clauses.stream().mapToInt(Evaluation::cost).max().orElse(0);
    }

    /** Returns all rows of a batch. */
    static BitSet all(BatchView batch) {
        var rows = new BitSet(batch.records());
        rows.set(0, batch.records());
        return rows;
    }
}

package vesper.records.search;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import vesper.records.blocks.Bounds;
import vesper.records.blocks.Column;
import vesper.records.blocks.DamagedBlockException;
import vesper.records.rows.Columns;
import vesper.records.rows.RowWords;
import vesper.records.text.WordHash;
import vesper.records.text.Words;

/** Estimates from a batch's header and filter whether a clause can match in it. */
final class BatchEstimate {
    /** Text columns whose words are all in the filter, so that a text is absent if one of its words is. */
    private static final Set<Column> IN_FILTER =
            Set.of(Columns.USER, Columns.TYPE, Columns.EXTERNAL_ID, Columns.SENDER, Columns.RECEIVER);

    private BatchEstimate() {}

    static Likelihood of(Clause clause, BatchView batch) throws DamagedBlockException {
        return switch (clause) {
            case Clause.Everything() -> Likelihood.ALL;
            case Clause.Not(var inner) -> of(inner, batch).not();
            case Clause.And(var clauses) -> {
                Likelihood all = Likelihood.ALL;
                for (Clause each : clauses) {
                    all = all.and(of(each, batch));
                    if (all == Likelihood.NONE) break;
                }
                yield all;
            }
            case Clause.Or(var clauses) -> {
                Likelihood any = Likelihood.NONE;
                for (Clause each : clauses) {
                    any = any.or(of(each, batch));
                    if (any == Likelihood.ALL) break;
                }
                yield any;
            }
            case Clause.Numbers numbers -> numbers(numbers, batch.bounds(numbers.column()));
            case Clause.Id id -> id(id, batch);
            case Clause.Flag(var bit) -> flag(bit, batch.bounds(Columns.FLAGS));
            case Clause.Success() -> Likelihood.SOME;
            case Clause.Text text -> Likelihood.possible(mayContain(tokens(text), batch));
            case Clause.State(var name, var isPrefix) ->
                Likelihood.possible(isPrefix || name.isEmpty() || batch.mayContain(RowWords.stateToken(name)));
            case Clause.Words words -> Likelihood.possible(mayContain(tokens(words), batch));
            case Clause.AnyWords any -> {
                boolean isPossible = false;
                for (Clause.Words words : any.all()) isPossible |= mayContain(tokens(words), batch);
                yield Likelihood.possible(isPossible);
            }
            case Clause.Values values -> Likelihood.possible(batch.mayContain(values.path()));
            case Clause.Present present -> Likelihood.possible(batch.mayContain(present.path()));
        };
    }

    private static Likelihood numbers(Clause.Numbers wanted, Bounds there) {
        if (there.largest() < wanted.from() || there.least() > wanted.to()) return Likelihood.NONE;
        boolean isWithin = there.least() >= wanted.from() && there.largest() <= wanted.to();
        return isWithin ? Likelihood.ALL : Likelihood.SOME;
    }

    private static Likelihood id(Clause.Id id, BatchView batch) throws DamagedBlockException {
        boolean isWithin =
                isWithin(id.high(), batch.bounds(id.highColumn())) && isWithin(id.low(), batch.bounds(id.lowColumn()));
        boolean isNone = (id.high() | id.low()) == 0;
        return Likelihood.possible(isWithin && (isNone || batch.mayContain(RowWords.idToken(id.high(), id.low()))));
    }

    private static boolean isWithin(long number, Bounds there) {
        return number >= there.least() && number <= there.largest();
    }

    private static Likelihood flag(long bit, Bounds flags) {
        if (flags.least() != flags.largest()) return Likelihood.SOME;
        return (flags.least() & bit) != 0 ? Likelihood.ALL : Likelihood.NONE;
    }

    private static boolean mayContain(long[] tokens, BatchView batch) throws DamagedBlockException {
        for (long token : tokens) if (!batch.mayContain(token)) return false;
        return true;
    }

    /**
     * Returns the tokens of the complete words of a text. The last word of a prefix may be incomplete and is left out.
     */
    private static long[] tokens(Clause.Text text) {
        if (!IN_FILTER.contains(text.column())) return new long[0];
        List<Long> tokens = new ArrayList<>();
        byte[] utf8 = text.folded().getBytes(UTF_8);
        new Words((word, length) -> tokens.add(WordHash.of(word, length))).scan(utf8, 0, utf8.length);
        int certain = text.isPrefix() ? Math.max(0, tokens.size() - 1) : tokens.size();
        return tokens.stream().limit(certain).mapToLong(Long::longValue).toArray();
    }

    private static long[] tokens(Clause.Words clause) {
        List<byte[]> words = clause.words();
        int whole = clause.isLastPrefix() ? words.size() - 1 : words.size();
        boolean hasPath = clause.path() != 0;
        long[] tokens = new long[whole + (hasPath && whole == 0 ? 1 : 0)];
        if (tokens.length > whole) tokens[whole] = clause.path();
        for (int i = 0; i < whole; i++) {
            byte[] word = words.get(i);
            tokens[i] = hasPath ? WordHash.of(clause.path(), word, 0, word.length) : WordHash.of(word, word.length);
        }
        return tokens;
    }
}

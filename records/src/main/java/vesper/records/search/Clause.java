package vesper.records.search;

import java.util.List;
import vesper.records.blocks.Column;

/** A condition on a row. */
sealed interface Clause {
    record Everything() implements Clause {}

    record Not(Clause clause) implements Clause {}

    /** @param clauses one or more */
    record And(List<Clause> clauses) implements Clause {}

    /** @param clauses one or more */
    record Or(List<Clause> clauses) implements Clause {}

    /** A number in a range, bounds included. */
    record Numbers(Column column, long from, long to) implements Clause {}

    /** A 128-bit id, of which two columns hold the halves. */
    record Id(Column highColumn, Column lowColumn, long high, long low) implements Clause {}

    /** A bit of {@link vesper.records.rows.RowFlags}. */
    record Flag(long bit) implements Clause {}

    /**
     * An exchange with a response status below 400, or an addition to a transaction whose state is not {@code ERROR}.
     */
    record Success() implements Clause {}

    /**
     * A text column with this value.
     *
     * @param folded the value in lower case
     * @param isPrefix true if the value is only a prefix
     */
    record Text(Column column, String folded, boolean isPrefix) implements Clause {}

    /** A transaction that is or was in this state. */
    record State(String folded, boolean isPrefix) implements Clause {}

    /**
     * A phrase of adjacent words.
     *
     * @param path hash of the path of the value that contains them; 0 for any
     * @param words one or more, at most {@value #MOST_WORDS}
     * @param isLastPrefix true if the last word is only a prefix
     */
    record Words(WordPlace place, long path, List<byte[]> words, boolean isLastPrefix) implements Clause {
        static final int MOST_WORDS = 63;
    }

    /**
     * Any of several words or phrases that are searched in the same place.
     *
     * @param all two or more
     */
    record AnyWords(WordPlace place, List<Words> all) implements Clause {}

    /** A numeric value at a path in a range, bounds included. */
    record Values(WordPlace place, long path, double from, double to) implements Clause {}

    /** Any value at a path. */
    record Present(WordPlace place, long path) implements Clause {}
}

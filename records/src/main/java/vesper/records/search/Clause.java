package vesper.records.search;

import java.util.List;
import vesper.records.blocks.Column;

/** What a row must be to match. */
sealed interface Clause {
    record Everything() implements Clause {}

    record Not(Clause clause) implements Clause {}

    /** @param clauses one or more */
    record And(List<Clause> clauses) implements Clause {}

    /** @param clauses one or more */
    record Or(List<Clause> clauses) implements Clause {}

    /** From one number to another, both included. */
    record Numbers(Column column, long from, long to) implements Clause {}

    /** Two columns that hold the halves of 128 bits. */
    record Id(Column highColumn, Column lowColumn, long high, long low) implements Clause {}

    /** One of {@link vesper.records.rows.RowFlags}. */
    record Flag(long bit) implements Clause {}

    /** Answered with a status below 400; of what was added to a transaction, that its state is not {@code ERROR}. */
    record Success() implements Clause {}

    /**
     * A column of texts has this one.
     *
     * @param folded in lower case
     * @param isPrefix whether it may go on
     */
    record Text(Column column, String folded, boolean isPrefix) implements Clause {}

    /** A transaction is or was in this state. */
    record State(String folded, boolean isPrefix) implements Clause {}

    /**
     * Words that stand one behind the other.
     *
     * @param path of the value that they stand in; 0 for any
     * @param words one or more, at most {@value #MOST_WORDS}
     * @param isLastPrefix whether the last of them may go on
     */
    record Words(Place place, long path, List<byte[]> words, boolean isLastPrefix) implements Clause {
        static final int MOST_WORDS = 63;
    }

    /**
     * Any of several words or phrases, each of the same place.
     *
     * @param all two or more
     */
    record AnyWords(Place place, List<Words> all) implements Clause {}

    /** A value at a path is a number from one to another, both included. */
    record Values(Place place, long path, double from, double to) implements Clause {}

    /** There is a value at a path. */
    record Present(Place place, long path) implements Clause {}
}

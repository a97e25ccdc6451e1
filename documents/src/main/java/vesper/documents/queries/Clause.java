package vesper.documents.queries;

import java.util.List;

/** What a document must be to match. Paths are {@link Paths} hashes. */
sealed interface Clause {
    record Everything() implements Clause {}

    record Not(Clause clause) implements Clause {}

    /** @param clauses one or more */
    record And(List<Clause> clauses) implements Clause {}

    /** @param clauses one or more */
    record Or(List<Clause> clauses) implements Clause {}

    /** The document is called so. */
    record Id(String text, boolean isPrefix) implements Clause {}

    /**
     * Words that stand one behind the other.
     *
     * @param path of the value that they stand in; {@link Paths#NONE} for anywhere
     * @param words one or more, at most {@value #MOST_WORDS}, folded, in UTF-8
     * @param isLastPrefix whether the last of them may go on
     */
    record Words(long path, List<byte[]> words, boolean isLastPrefix) implements Clause {
        static final int MOST_WORDS = 63;
    }

    /** A value at a path is a number from one to another, both included. */
    record Numbers(long path, double from, double to) implements Clause {}

    /** A value at a path is a time from one to another, both included, milliseconds since 1970. */
    record Times(long path, long from, long to) implements Clause {}

    /** There is a value at a path. */
    record Present(long path) implements Clause {}
}

package vesper.documents.queries;

import java.util.List;
import java.util.Optional;
import java.util.Set;

/** A condition on a document. Paths are {@link Paths} hashes. */
sealed interface Clause {
    record Everything() implements Clause {}

    record Not(Clause clause) implements Clause {}

    /** @param clauses one or more */
    record And(List<Clause> clauses) implements Clause {}

    /** @param clauses one or more */
    record Or(List<Clause> clauses) implements Clause {}

    /** The document has this id, or an id that starts with it. */
    record Id(String text, boolean isPrefix) implements Clause {}

    /**
     * Consecutive words.
     *
     * @param path path of the value that contains them; {@link Paths#NONE} for any text of the document
     * @param words one or more, at most {@value #MOST_WORDS}, folded, in UTF-8
     * @param isLastPrefix whether the last word is a prefix
     */
    record Words(long path, List<byte[]> words, boolean isLastPrefix) implements Clause {
        static final int MOST_WORDS = 63;
    }

    /** A value at the path is a number in this range, bounds included. */
    record Numbers(long path, double from, double to) implements Clause {}

    /** A value at the path is a time in this range, bounds included, in milliseconds since 1970. */
    record Times(long path, long from, long to) implements Clause {}

    /**
     * A text at the path equals one of these, letter by letter.
     *
     * @param field names of members with full stops between, in their own case
     * @param texts one or more
     */
    record Exact(String field, Set<String> texts) implements Clause {}

    /**
     * A text at the path equals one of the texts of a variable. Occurs in templates only.
     *
     * @param name of the variable
     */
    record Variable(String field, String name) implements Clause {}

    /**
     * A variable has a text. Occurs in templates only.
     *
     * @param text empty for any text
     */
    record VariableTest(String name, Optional<String> text) implements Clause {}

    /** There is a value at the path. */
    record Present(long path) implements Clause {}
}

package vesper.documents.queries;

import java.util.List;
import java.util.Optional;

/**
 * The number of documents for each value, the most frequent first, and by value among equals.
 *
 * @param different number of groups, those beyond the limit included
 * @param notCounted number of documents with a value that was not counted, because {@link Grouping#MOST_GROUPS} other
 *     values came first. If it is above 0, the returned counts are exact, but larger groups may be missing
 */
public record Groups(List<Group> groups, int different, long notCounted) {
    public boolean isCut() {
        return notCounted > 0 || different > groups.size();
    }

    /**
     * The documents that have one value.
     *
     * @param figures one for each requested path
     */
    public record Group(Key key, long count, List<Figures> figures) {}

    /** The value that the documents of a group have in common. */
    public sealed interface Key {
        record OfNumber(double number) implements Key {}

        /** The first 128 bytes of the text; longer texts with the same beginning share a group. */
        record OfText(String text) implements Key {}

        /** There is no number, text or boolean at the path. */
        record OfNothing() implements Key {}
    }

    /**
     * A summary of all numbers at a path in the documents of a group.
     *
     * @param count number of numbers
     */
    public record Figures(String path, long count, double sum, double min, double max) {
        /** Returns the average; empty if there are no numbers. */
        public Optional<Double> average() {
            return count == 0 ? Optional.empty() : Optional.of(sum / count);
        }
    }
}

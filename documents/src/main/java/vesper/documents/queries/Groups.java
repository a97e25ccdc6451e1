package vesper.documents.queries;

import java.util.List;
import java.util.Optional;

/**
 * How many documents have which value, the most frequent first and by value among equals.
 *
 * @param different how many groups there are, those beyond the limit included
 * @param notCounted of how many documents a value was not counted, since there were {@link Grouping#MOST_GROUPS} others
 *     before; above 0 the counts of groups that are told are right, but there may be larger ones
 */
public record Groups(List<Group> groups, int different, long notCounted) {
    public boolean isCut() {
        return notCounted > 0 || different > groups.size();
    }

    /**
     * Those that have one value.
     *
     * @param figures one for each path that was asked for
     */
    public record Group(Key key, long count, List<Figures> figures) {}

    /** What the documents of a group have in common. */
    public sealed interface Key {
        record OfNumber(double number) implements Key {}

        /** Its first 128 bytes, which may be those of several texts. */
        record OfText(String text) implements Key {}

        /** There is no number, text, true or false at the path. */
        record OfNothing() implements Key {}
    }

    /**
     * Of all numbers at a path in the documents of a group.
     *
     * @param count how many numbers there are
     */
    public record Figures(String path, long count, double sum, double min, double max) {
        /** Empty where there is no number. */
        public Optional<Double> average() {
            return count == 0 ? Optional.empty() : Optional.of(sum / count);
        }
    }
}

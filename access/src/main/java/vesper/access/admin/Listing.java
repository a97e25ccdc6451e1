package vesper.access.admin;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import vesper.rest.Problem;
import vesper.rest.ProblemType;
import vesper.rest.openapi.Described;

@Described("""
        A page of a list.
        @param items in the order of their names
        @param next cursor of the next page; missing on the last one
        @param total number of all, if requested""")
@JsonInclude(JsonInclude.Include.NON_ABSENT)
public record Listing<V>(List<V> items, Optional<String> next, Optional<Integer> total) {
    static final String LIMIT = "100";
    private static final int MOST = 1000;

    /**
     * Returns a page.
     *
     * @param name by which the items are ordered, and which continues the list
     */
    static <V> Listing<V> of(
            Stream<V> all, Function<V, String> name, int limit, @Nullable String cursor, boolean count) {
        if (limit < 1 || limit > MOST) {
            throw ProblemType.BAD_REQUEST
                    .because("The parameter limit is not from 1 to " + MOST)
                    .withErrors(List.of(new Problem.BadValue("limit", "is not from 1 to " + MOST)))
                    .exception();
        }
        List<V> sorted = all.sorted(Comparator.comparing(name)).toList();
        List<V> page = sorted.stream()
                .filter(each -> cursor == null || name.apply(each).compareTo(cursor) > 0)
                .limit(limit + 1L)
                .toList();
        boolean hasNext = page.size() > limit;
        List<V> items = hasNext ? page.subList(0, limit) : page;
        return new Listing<>(
                items,
                hasNext ? Optional.of(name.apply(items.getLast())) : Optional.empty(),
                count ? Optional.of(sorted.size()) : Optional.empty());
    }
}

package vesper.services.endpoints;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * The kept versions of a document, newest first.
 *
 * @param next cursor of the next page
 */
@JsonInclude(JsonInclude.Include.NON_ABSENT)
public record VersionList(List<Item> items, Optional<String> next) {
    /** @param action {@code CREATED}, {@code REPLACED}, {@code UPDATED}, {@code DELETED} or {@code EXPIRED} */
    public record Item(long version, Instant at, String action) {}
}

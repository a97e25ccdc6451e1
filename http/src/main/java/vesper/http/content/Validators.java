package vesper.http.content;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import vesper.http.Response;
import vesper.http.fields.HttpDate;

/**
 * The validators of a resource, which identify its version.
 *
 * @param tagged null if there is no tag
 * @param modified in whole seconds; null if unknown
 */
public record Validators(
        @Nullable EntityTag tagged, @Nullable Instant modified) {
    public Validators {
        if (modified != null) modified = modified.truncatedTo(ChronoUnit.SECONDS);
    }

    /** Reads the validators from a response. */
    static Validators of(Response response) {
        return new Validators(
                response.header("ETag").flatMap(EntityTag::parse).orElse(null),
                response.header("Last-Modified").flatMap(HttpDate::parse).orElse(null));
    }

    Optional<EntityTag> tag() {
        return Optional.ofNullable(tagged);
    }

    Optional<Instant> modifiedAt() {
        return Optional.ofNullable(modified);
    }
}

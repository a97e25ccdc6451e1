package vesper.rest.routing;

import java.util.ArrayList;
import java.util.List;
import vesper.http.Headers;
import vesper.rest.media.Accept;
import vesper.rest.media.ContentType;
import vesper.rest.media.MediaRange;

/**
 * The media types of a route's {@code consumes} or {@code produces}. {@code !application/xml} excludes a type.
 *
 * @param allowed ranges, empty for any
 */
record MediaCondition(List<MediaRange> allowed, List<MediaRange> excluded) {
    private static final MediaCondition ANY = new MediaCondition(List.of(), List.of());

    /**
     * Parses a condition.
     *
     * @throws IllegalArgumentException if a text is not a media type
     */
    static MediaCondition of(List<String> texts) {
        if (texts.isEmpty()) return ANY;
        List<MediaRange> allowed = new ArrayList<>();
        List<MediaRange> excluded = new ArrayList<>();
        for (String text : texts) {
            boolean negated = text.startsWith("!");
            MediaRange range = MediaRange.parse(negated ? text.substring(1) : text)
                    .orElseThrow(() -> new IllegalArgumentException("not a media type: " + text));
            (negated ? excluded : allowed).add(range);
        }
        return new MediaCondition(List.copyOf(allowed), List.copyOf(excluded));
    }

    boolean isAny() {
        return allowed.isEmpty() && excluded.isEmpty();
    }

    /** Returns whether the route accepts a body of this type. */
    boolean consumes(MediaRange type) {
        for (MediaRange range : excluded) if (range.includes(type)) return false;
        if (allowed.isEmpty()) return true;
        for (MediaRange range : allowed) if (range.includes(type)) return true;
        return false;
    }

    /** Returns whether the route accepts the body of a request. True for a request without a body. */
    boolean consumes(Headers headers, long bodyLength) {
        if (isAny() || bodyLength == 0) return true;
        return consumes(ContentType.of(headers).map(ContentType::type).orElse(MediaRange.JSON));
    }

    /**
     * Returns a rank of the produced types for a client: twice {@link Accept#rank}, 0 if the client accepts none. A
     * route that declares no types ranks just below one that declares JSON or XML.
     */
    long rank(Accept accept) {
        if (allowed.isEmpty())
            return Math.max(1, 2 * Math.max(accept.rank(MediaRange.JSON), accept.rank(MediaRange.XML)) - 1);
        long best = 0;
        for (MediaRange range : allowed) best = Math.max(best, accept.rank(range));
        return 2 * best;
    }

    /** Returns whether both conditions may apply equally well to the same request. */
    boolean overlaps(MediaCondition other) {
        if (allowed.isEmpty() != other.allowed.isEmpty()) return false;
        if (allowed.isEmpty()) return excluded.equals(other.excluded);
        return allowed.stream().anyMatch(one -> other.allowed.stream().anyMatch(one::equals));
    }
}

package vesper.rest.routing;

import java.util.ArrayList;
import java.util.List;
import vesper.http.Headers;
import vesper.rest.media.Accept;
import vesper.rest.media.ContentType;
import vesper.rest.media.MediaRange;

/**
 * The media types of a route's {@code consumes} or {@code produces}; {@code !application/xml} is one that it has not.
 *
 * @param allowed ranges, empty for any
 */
record MediaCondition(List<MediaRange> allowed, List<MediaRange> refused) {
    private static final MediaCondition ANY = new MediaCondition(List.of(), List.of());

    /**
     * The condition of these texts.
     *
     * @throws IllegalArgumentException if one is no media type
     */
    static MediaCondition of(List<String> texts) {
        if (texts.isEmpty()) return ANY;
        List<MediaRange> allowed = new ArrayList<>();
        List<MediaRange> refused = new ArrayList<>();
        for (String text : texts) {
            boolean negated = text.startsWith("!");
            MediaRange range = MediaRange.parse(negated ? text.substring(1) : text)
                    .orElseThrow(() -> new IllegalArgumentException("no media type: " + text));
            (negated ? refused : allowed).add(range);
        }
        return new MediaCondition(List.copyOf(allowed), List.copyOf(refused));
    }

    boolean isAny() {
        return allowed.isEmpty() && refused.isEmpty();
    }

    /** Whether a body of this type is consumed. */
    boolean consumes(MediaRange type) {
        for (MediaRange range : refused) if (range.includes(type)) return false;
        if (allowed.isEmpty()) return true;
        for (MediaRange range : allowed) if (range.includes(type)) return true;
        return false;
    }

    /** Whether what a request says of its body is consumed; a request without a body has nothing to be refused. */
    boolean consumes(Headers headers, long bodyLength) {
        if (isAny() || bodyLength == 0) return true;
        return consumes(ContentType.of(headers).map(ContentType::type).orElse(MediaRange.JSON));
    }

    /**
     * How gladly a client takes what is produced, twice {@link Accept#rank}; 0 for not at all. Where all is open, the
     * values that come are taken for JSON or XML, and a route that says so itself goes before.
     */
    long rank(Accept accept) {
        if (allowed.isEmpty())
            return Math.max(1, 2 * Math.max(accept.rank(MediaRange.JSON), accept.rank(MediaRange.XML)) - 1);
        long best = 0;
        for (MediaRange range : allowed) best = Math.max(best, accept.rank(range));
        return 2 * best;
    }

    /** Whether two conditions leave it open which of them applies. */
    boolean clashes(MediaCondition other) {
        if (allowed.isEmpty() != other.allowed.isEmpty()) return false;
        if (allowed.isEmpty()) return refused.equals(other.refused);
        return allowed.stream().anyMatch(one -> other.allowed.stream().anyMatch(one::equals));
    }
}

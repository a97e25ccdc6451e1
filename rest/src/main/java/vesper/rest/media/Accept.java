package vesper.rest.media;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import vesper.http.Headers;

/**
 * The media ranges of a client's {@code Accept} field with their weights (RFC 9110, section 12.5.1).
 *
 * <p>Among the offered types, the one of the highest weight is chosen; then the one matched by the most specific range,
 * the one that the client listed first, the one that was offered first. Malformed ranges are skipped. If no range
 * remains, every type is accepted.
 */
public final class Accept {
    private static final int MAX_RANGES = 100;
    private static final List<ResponseMediaType> VALUE_TYPES =
            List.of(ResponseMediaType.JSON, ResponseMediaType.XML, ResponseMediaType.TEXT_XML);

    private static final MediaRange HTML = new MediaRange("text", "html");
    private static final List<MediaRange> PROBLEM_TYPES = List.of(
            MediaRange.JSON,
            MediaRange.XML,
            new MediaRange("application", "problem+json"),
            new MediaRange("application", "problem+xml"));

    static final Accept ANYTHING = new Accept(List.of(new WeightedRange(MediaRange.ANY, 1000)));

    /** A range and its weight in thousandths. */
    private record WeightedRange(MediaRange range, int weight) {}

    private final List<WeightedRange> ranges;
    private final Optional<ResponseMediaType> valueRepresentation;

    private Accept(List<WeightedRange> ranges) {
        this.ranges = ranges;
        valueRepresentation = best(VALUE_TYPES).or(this::vendorType);
    }

    public static Accept of(Headers headers) {
        return AcceptCache.SHARED.get(headers);
    }

    static Accept parse(String text) {
        List<WeightedRange> ranges = new ArrayList<>();
        for (String part : text.split(",", MAX_RANGES)) {
            MediaRange.parse(part).ifPresent(range -> ranges.add(new WeightedRange(range, weight(part))));
        }
        return ranges.isEmpty() ? ANYTHING : new Accept(List.copyOf(ranges));
    }

    /** Returns the representation for values whose handler declares no media type: JSON or XML. */
    public Optional<ResponseMediaType> valueRepresentation() {
        return valueRepresentation;
    }

    /** Returns the best of the offered representations. */
    public Optional<ResponseMediaType> best(List<ResponseMediaType> offered) {
        ResponseMediaType best = null;
        long bestRank = 0;
        for (ResponseMediaType candidate : offered) {
            long rank = rank(candidate.type());
            if (rank > bestRank) {
                best = candidate;
                bestRank = rank;
            }
        }
        return Optional.ofNullable(best);
    }

    /** Returns the first accepted type without a wildcard, for content that may have any type. */
    public Optional<MediaRange> firstConcrete() {
        for (WeightedRange weighted : ranges)
            if (weighted.weight > 0 && weighted.range.isConcrete()) return Optional.of(weighted.range);
        return Optional.empty();
    }

    /** Returns whether the client prefers an HTML page to a problem document, as browsers do. */
    public boolean prefersHtml() {
        long html = rank(HTML);
        return html > 0 && PROBLEM_TYPES.stream().allMatch(other -> html > rank(other));
    }

    public boolean accepts(MediaRange type) {
        return rank(type) > 0;
    }

    /** Returns 0 if the type is not accepted, else a rank by weight, then specificity, then position. */
    public long rank(MediaRange type) {
        int specificity = -1;
        long rank = 0;
        for (int i = 0; i < ranges.size(); i++) {
            WeightedRange weighted = ranges.get(i);
            int here = weighted.range.specificity();
            if (here > specificity && (weighted.range.includes(type) || type.includes(weighted.range))) {
                specificity = here;
                rank = weighted.weight == 0 ? 0 : weighted.weight * 1000L + here * 200L + (MAX_RANGES - i);
            }
        }
        return rank;
    }

    /** Finds a vendor-specific type, {@code application/vnd.acme+json}, which is JSON or XML under that name. */
    private Optional<ResponseMediaType> vendorType() {
        for (WeightedRange weighted : ranges) {
            boolean own = weighted.weight > 0
                    && weighted.range.isConcrete()
                    && weighted.range.subtype().indexOf('+') > 0;
            if (own && weighted.range.format().isPresent()) return Optional.of(ResponseMediaType.of(weighted.range));
        }
        return Optional.empty();
    }

    /**
     * Returns the weight in thousandths. Returns 1000 for a missing or malformed weight, and clamps one that is out of
     * range.
     */
    private static int weight(String part) {
        for (int at = part.indexOf(';'); at >= 0; at = part.indexOf(';', at + 1)) {
            String parameter = part.substring(at + 1).strip();
            if (!parameter.startsWith("q=") && !parameter.startsWith("Q=")) continue;
            int end = parameter.indexOf(';');
            try {
                double weight = Double.parseDouble(parameter.substring(2, end < 0 ? parameter.length() : end));
                return Double.isNaN(weight) ? 1000 : (int) Math.round(Math.clamp(weight, 0.0, 1.0) * 1000);
            } catch (NumberFormatException e) {
                return 1000;
            }
        }
        return 1000;
    }
}

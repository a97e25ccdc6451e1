package vesper.http.content;

import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import vesper.http.Headers;

/**
 * The content codings that a client accepts, with the weights of its {@code Accept-Encoding} (RFC 9110, section
 * 12.5.3). A client that sends no such field gets plain content. An unreadable weight counts as 1, like a missing one.
 */
public final class AcceptedCodings {
    public static final String IDENTITY = "identity";

    private static final int MOST_WISHES = 32;
    private static final int FULL_WEIGHT = 1000;
    private static final AcceptedCodings PLAIN = new AcceptedCodings(Map.of());

    private final Map<String, Integer> weights;

    private AcceptedCodings(Map<String, Integer> weights) {
        this.weights = weights;
    }

    public static AcceptedCodings of(Headers headers) {
        String text = headers.combinedOrNull("Accept-Encoding");
        return text == null ? PLAIN : parse(text);
    }

    static AcceptedCodings parse(String text) {
        Map<String, Integer> weights = new HashMap<>();
        for (String part : text.split(",", MOST_WISHES)) {
            int semicolon = part.indexOf(';');
            String name = (semicolon < 0 ? part : part.substring(0, semicolon))
                    .strip()
                    .toLowerCase(Locale.ROOT);
            if (name.equals("x-gzip")) name = "gzip";
            if (!name.isEmpty()) weights.putIfAbsent(name, semicolon < 0 ? FULL_WEIGHT : weight(part, semicolon));
        }
        return new AcceptedCodings(weights);
    }

    /**
     * Returns the coding that the client prefers among these and plain content.
     *
     * @param offered tokens of codings, most preferred first; the order decides between equal weights
     * @return a token of these, {@link #IDENTITY}, or empty if the client accepts none of them
     */
    public Optional<String> best(List<String> offered) {
        String best = null;
        int bestWeight = 0;
        for (String token : offered) {
            int weight = weight(token);
            if (weight > bestWeight) {
                best = token;
                bestWeight = weight;
            }
        }
        Integer stated = weights.get(IDENTITY);
        boolean rather = stated != null && stated > bestWeight;
        if (best != null && !rather) return Optional.of(best);
        return takesPlain() ? Optional.of(IDENTITY) : Optional.empty();
    }

    /** Returns whether plain content is accepted, which it is unless the client excludes it. */
    public boolean takesPlain() {
        Integer stated = weights.get(IDENTITY);
        return (stated == null ? weights.getOrDefault("*", FULL_WEIGHT) : stated) > 0;
    }

    private int weight(String token) {
        Integer stated = weights.get(token);
        return stated == null ? weights.getOrDefault("*", 0) : stated;
    }

    private static int weight(String part, int semicolon) {
        String value = parameter(part.substring(semicolon + 1));
        if (value == null) return FULL_WEIGHT;
        try {
            return (int) Math.round(Math.clamp(Double.parseDouble(value), 0.0, 1.0) * FULL_WEIGHT);
        } catch (NumberFormatException e) {
            return FULL_WEIGHT;
        }
    }

    /** Returns the value of {@code q}, or null. */
    private static @Nullable String parameter(String text) {
        for (String one : text.split(";", MOST_WISHES)) {
            String stripped = one.strip();
            if (stripped.startsWith("q=") || stripped.startsWith("Q=")) return stripped.substring(2);
        }
        return null;
    }
}

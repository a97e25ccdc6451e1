package vesper.rest.cors;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.CrossOrigin;
import org.springframework.web.bind.annotation.RequestMethod;
import vesper.http.Headers;
import vesper.http.Method;
import vesper.http.Response;

/**
 * Which pages of other origins a browser lets read the answers of a route (the Fetch standard, section 3.3).
 *
 * <p>This takes nothing away: a request from another origin is answered as any other, and without the fields of this
 * the browser keeps the answer from the page.
 */
public final class CrossOrigins {
    private static final String ANY = "*";

    private final List<String> origins;
    private final List<OriginPattern> patterns;
    private final Set<Method> methods;
    private final List<String> headers;
    private final List<String> exposed;
    private final boolean credentials;
    private final Duration maxAge;

    /**
     * What is allowed.
     *
     * @param origins exact ones, {@code https://*.example.com} for sub-domains, or {@code *} for any
     * @param methods none for those that the route answers
     * @param headers that a request may have, {@code *} for any
     * @param exposed header fields of the answer that the page may read, beside those it always may
     * @param credentials whether cookies and the like are sent along
     * @param maxAge how long a browser need not ask again
     * @throws IllegalArgumentException if one is no origin, or if any origin would get answers meant for one user
     */
    public CrossOrigins(
            List<String> origins,
            Set<Method> methods,
            List<String> headers,
            List<String> exposed,
            boolean credentials,
            Duration maxAge) {
        if (credentials && origins.contains(ANY))
            throw new IllegalArgumentException("credentials and the origin * do not go together: every page could read"
                    + " what is meant for one user; name the origins");
        for (String header : Stream.concat(headers.stream(), exposed.stream()).toList()) {
            if (!isToken(header)) throw new IllegalArgumentException("no header name: " + header);
        }
        this.origins = List.copyOf(origins);
        this.patterns = origins.stream()
                .filter(origin -> !origin.equals(ANY))
                .map(OriginPattern::parse)
                .toList();
        this.methods = Set.copyOf(methods);
        this.headers = List.copyOf(headers);
        this.exposed = List.copyOf(exposed);
        this.credentials = credentials;
        this.maxAge = maxAge;
    }

    /** What the annotations say, those of the method added to those of its class; empty where there are none. */
    public static Optional<CrossOrigins> of(@Nullable CrossOrigin ofClass, @Nullable CrossOrigin ofMethod) {
        List<CrossOrigin> both = Stream.of(Optional.ofNullable(ofClass), Optional.ofNullable(ofMethod))
                .flatMap(Optional::stream)
                .toList();
        if (both.isEmpty()) return Optional.empty();
        Set<String> origins = new LinkedHashSet<>();
        Set<String> headers = new LinkedHashSet<>();
        Set<String> exposed = new LinkedHashSet<>();
        Set<Method> methods = new LinkedHashSet<>();
        boolean credentials = false;
        long maxAgeSeconds = 1800;
        for (CrossOrigin annotation : both) {
            origins.addAll(List.of(annotation.value()));
            origins.addAll(List.of(annotation.origins()));
            origins.addAll(List.of(annotation.originPatterns()));
            headers.addAll(List.of(annotation.allowedHeaders()));
            exposed.addAll(List.of(annotation.exposedHeaders()));
            for (RequestMethod method : annotation.methods()) methods.add(Method.valueOf(method.name()));
            if (!annotation.allowCredentials().isEmpty())
                credentials = Boolean.parseBoolean(annotation.allowCredentials());
            if (annotation.maxAge() >= 0) maxAgeSeconds = annotation.maxAge();
        }
        if (origins.isEmpty()) origins.add(ANY);
        if (headers.isEmpty()) headers.add(ANY);
        return Optional.of(new CrossOrigins(
                List.copyOf(origins),
                methods,
                List.copyOf(headers),
                List.copyOf(exposed),
                credentials,
                Duration.ofSeconds(maxAgeSeconds)));
    }

    /** Adds to an answer what lets the asking page read it. */
    public Response allowing(Headers asked, Response answer) {
        boolean anyOrigin = origins.contains(ANY);
        // A cache must not give one origin the answer for another, nor one that was fetched without any.
        if (!anyOrigin) answer.header("Vary", "Origin");
        if (!allows(asked, answer)) return answer;
        return exposed.isEmpty() ? answer : answer.header("Access-Control-Expose-Headers", String.join(", ", exposed));
    }

    /**
     * Answers a browser that asks before it sends a request. Where something is not allowed the answer does not say
     * that it is, and the browser sends nothing.
     *
     * @param wanted of the request to come; the route answers it
     */
    public Response preflight(Headers asked, Method wanted) {
        Response answer = Response.of(204)
                .header("Vary", "Origin, Access-Control-Request-Method, Access-Control-Request-Headers");
        List<String> names = names(asked.combinedOrNull("Access-Control-Request-Headers"));
        boolean allowed = (methods.isEmpty() || methods.contains(wanted))
                && names.stream().allMatch(this::allowsHeader);
        if (!allowed || !allows(asked, answer)) return answer;
        answer.header("Access-Control-Allow-Methods", wanted.name());
        // Told by name: a star would not cover Authorization, nor anything together with credentials.
        if (!names.isEmpty()) answer.header("Access-Control-Allow-Headers", String.join(", ", names));
        return answer.header("Access-Control-Max-Age", Long.toString(maxAge.toSeconds()));
    }

    /** Whether it is of a page that may read answers. */
    public boolean allows(Headers asked) {
        String origin = asked.firstOrNull("Origin");
        return origin != null
                && (origins.contains(ANY) || patterns.stream().anyMatch(pattern -> pattern.matches(origin)));
    }

    private boolean allows(Headers asked, Response answer) {
        String origin = asked.firstOrNull("Origin");
        if (origin == null || !allows(asked)) return false;
        answer.header("Access-Control-Allow-Origin", origins.contains(ANY) ? ANY : origin);
        if (credentials) answer.header("Access-Control-Allow-Credentials", "true");
        return true;
    }

    private boolean allowsHeader(String name) {
        if (!isToken(name)) return false;
        return headers.contains(ANY) || headers.stream().anyMatch(name::equalsIgnoreCase);
    }

    private static List<String> names(@Nullable String list) {
        List<String> names = new ArrayList<>();
        if (list == null) return names;
        for (String name : list.split(",")) {
            if (!name.isBlank()) names.add(name.strip().toLowerCase(Locale.ROOT));
        }
        return names;
    }

    private static boolean isToken(String text) {
        return text.matches("[!#$%&'*+.^_`|~0-9A-Za-z-]+");
    }
}

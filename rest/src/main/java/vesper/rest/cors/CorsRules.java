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
 * The rules by which browsers let pages of other origins read the responses of a route (the Fetch standard, section
 * 3.3).
 *
 * <p>The rules do not restrict requests: a request from another origin is handled like any other. Without the header
 * fields that this class adds, the browser withholds the response from the page.
 */
public final class CorsRules {
    private static final String ANY = "*";

    private final List<String> origins;
    private final List<OriginPattern> patterns;
    private final Set<Method> methods;
    private final List<String> headers;
    private final List<String> exposed;
    private final boolean credentials;
    private final Duration maxAge;

    /**
     * Creates the rules.
     *
     * @param origins exact origins, {@code https://*.example.com} for subdomains, or {@code *} for any
     * @param methods allowed methods; empty for all that the route handles
     * @param headers allowed request header fields, {@code *} for any
     * @param exposed response header fields that the page may read in addition to the default ones
     * @param credentials true if browsers may send cookies and other credentials
     * @param maxAge time for which a browser may cache the response to a preflight
     * @throws IllegalArgumentException if an origin is malformed, or any origin could read responses meant for one user
     */
    public CorsRules(
            List<String> origins,
            Set<Method> methods,
            List<String> headers,
            List<String> exposed,
            boolean credentials,
            Duration maxAge) {
        if (credentials && origins.contains(ANY))
            throw new IllegalArgumentException("credentials cannot be combined with the origin *: any page could read"
                    + " responses for one user; list the origins");
        for (String header : Stream.concat(headers.stream(), exposed.stream()).toList()) {
            if (!isToken(header)) throw new IllegalArgumentException("not a header name: " + header);
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

    /** Combines the annotations of a class and a method; empty without annotations. */
    public static Optional<CorsRules> of(@Nullable CrossOrigin ofClass, @Nullable CrossOrigin ofMethod) {
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
        return Optional.of(new CorsRules(
                List.copyOf(origins),
                methods,
                List.copyOf(headers),
                List.copyOf(exposed),
                credentials,
                Duration.ofSeconds(maxAgeSeconds)));
    }

    /** Adds the header fields that let the requesting page read a response. */
    public Response addHeaders(Headers requestHeaders, Response answer) {
        boolean anyOrigin = origins.contains(ANY);
        // A cache must not serve the response for one origin to another, or to a request without an origin.
        if (!anyOrigin) answer.header("Vary", "Origin");
        if (!allows(requestHeaders, answer)) return answer;
        return exposed.isEmpty() ? answer : answer.header("Access-Control-Expose-Headers", String.join(", ", exposed));
    }

    /**
     * Responds to a preflight request. If something is not allowed, the response omits the permission and the browser
     * sends no request.
     *
     * @param requestedMethod the method of the request to come; the route must handle it
     */
    public Response preflight(Headers requestHeaders, Method requestedMethod) {
        Response answer = Response.of(204)
                .header("Vary", "Origin, Access-Control-Request-Method, Access-Control-Request-Headers");
        List<String> names = names(requestHeaders.combinedOrNull("Access-Control-Request-Headers"));
        boolean allowed = (methods.isEmpty() || methods.contains(requestedMethod))
                && names.stream().allMatch(this::allowsHeader);
        if (!allowed || !allows(requestHeaders, answer)) return answer;
        answer.header("Access-Control-Allow-Methods", requestedMethod.name());
        // Listed by name: a star would not cover Authorization, and would not be valid together with credentials.
        if (!names.isEmpty()) answer.header("Access-Control-Allow-Headers", String.join(", ", names));
        return answer.header("Access-Control-Max-Age", Long.toString(maxAge.toSeconds()));
    }

    /** Returns whether the request is from a page that may read responses. */
    public boolean allows(Headers requestHeaders) {
        String origin = requestHeaders.firstOrNull("Origin");
        return origin != null
                && (origins.contains(ANY) || patterns.stream().anyMatch(pattern -> pattern.matches(origin)));
    }

    private boolean allows(Headers requestHeaders, Response answer) {
        String origin = requestHeaders.firstOrNull("Origin");
        if (origin == null || !allows(requestHeaders)) return false;
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

package vesper.rest.routing;

import java.util.Optional;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import vesper.http.Headers;
import vesper.http.Method;
import vesper.http.Request;
import vesper.http.Response;
import vesper.rest.cors.CorsRules;

/** The search for the route of a CORS preflight request. */
final class Preflight implements Predicate<Resource> {
    private final Headers headers;
    private final Method requestedMethod;
    private @Nullable CorsRules found;
    private boolean hasRoute;

    private Preflight(Headers headers, Method requestedMethod) {
        this.headers = headers;
        this.requestedMethod = requestedMethod;
    }

    /** Returns the preflight that a request is; empty for any other request. */
    static Optional<Preflight> of(Request request) {
        if (request.method() != Method.OPTIONS || !request.headers().contains("Origin")) return Optional.empty();
        String requested = request.headers().firstOrNull("Access-Control-Request-Method");
        for (Method method : Method.values()) {
            if (method.name().equals(requested)) return Optional.of(new Preflight(request.headers(), method));
        }
        return Optional.empty();
    }

    @Override
    public boolean test(Resource resource) {
        for (TableEntry entry : resource.of(requestedMethod)) {
            hasRoute = true;
            if (found == null) found = entry.route.origins().orElse(null);
        }
        return found != null;
    }

    /**
     * Returns the response according to the route that was found; empty if it does not allow other origins. If no route
     * will handle the actual request, {@code others} apply, so that the page may read the error.
     */
    Optional<Response> respond(Optional<CorsRules> others) {
        CorsRules known = found;
        if (known == null && !hasRoute) known = others.orElse(null);
        return known == null ? Optional.empty() : Optional.of(known.preflight(headers, requestedMethod));
    }
}

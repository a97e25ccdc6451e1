package vesper.rest.routing;

import java.util.Optional;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import vesper.http.Headers;
import vesper.http.Method;
import vesper.http.Request;
import vesper.http.Response;
import vesper.rest.cors.CrossOrigins;

/** The search for the route that a browser asks about before it sends a request of another origin. */
final class Preflight implements Predicate<Resource> {
    private final Headers asked;
    private final Method wanted;
    private @Nullable CrossOrigins found;
    private boolean isAnswered;

    private Preflight(Headers asked, Method wanted) {
        this.asked = asked;
        this.wanted = wanted;
    }

    /** The question that a request is, if it is one. */
    static Optional<Preflight> of(Request request) {
        if (request.method() != Method.OPTIONS || !request.headers().contains("Origin")) return Optional.empty();
        String wanted = request.headers().firstOrNull("Access-Control-Request-Method");
        for (Method method : Method.values()) {
            if (method.name().equals(wanted)) return Optional.of(new Preflight(request.headers(), method));
        }
        return Optional.empty();
    }

    @Override
    public boolean test(Resource resource) {
        for (TableEntry entry : resource.of(wanted)) {
            isAnswered = true;
            if (found == null) found = entry.route.origins().orElse(null);
        }
        return found != null;
    }

    /**
     * What the route that was found says; empty where there is none for pages of other origins. Where no route will
     * answer the request to come, these origins may read why.
     */
    Optional<Response> answer(Optional<CrossOrigins> others) {
        CrossOrigins known = found;
        if (known == null && !isAnswered) known = others.orElse(null);
        return known == null ? Optional.empty() : Optional.of(known.preflight(asked, wanted));
    }
}

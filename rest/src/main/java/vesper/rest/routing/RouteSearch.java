package vesper.rest.routing;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import vesper.http.Audience;
import vesper.http.Method;
import vesper.http.Request;
import vesper.rest.Problem;
import vesper.rest.ProblemType;
import vesper.rest.cors.CorsRules;
import vesper.rest.media.Accept;
import vesper.rest.media.MediaRange;

/** The search for the route of one request. If no route matches, it holds the reasons. */
final class RouteSearch implements Predicate<Resource> {
    private final Request request;
    private final Method method;
    private final Accept accept;
    private final Set<Method> allowed = EnumSet.noneOf(Method.class);
    private final Set<MediaRange> consumed = new LinkedHashSet<>();
    private final Set<MediaRange> produced = new LinkedHashSet<>();
    private final List<String> conditions = new ArrayList<>(0);
    /** Routes of the path that do not handle the request. */
    private final List<TableEntry> rejected = new ArrayList<>(0);

    private boolean hidden;
    private @Nullable TableEntry found;

    RouteSearch(Request request) {
        this.request = request;
        method = request.method();
        accept = Accept.of(request.headers());
    }

    /** Tests a resource whose pattern matches. Returns true if one of its routes handles the request. */
    @Override
    public boolean test(Resource resource) {
        List<TableEntry> entries = resource.of(method);
        if (entries.isEmpty()) resource.addMethodsTo(allowed);
        else found = best(entries);
        if (found == null) rejected.addAll(entries.isEmpty() ? resource.all() : entries);
        return found != null;
    }

    @Nullable
    TableEntry found() {
        return found;
    }

    /** Returns whether a pattern matched the path. */
    boolean matchedPath() {
        return !hidden && (!allowed.isEmpty() || !consumed.isEmpty() || !produced.isEmpty() || !conditions.isEmpty());
    }

    /** Returns the strictest audience of the routes whose patterns matched. */
    Audience audience() {
        Audience strictest = Audience.SERVICE;
        for (TableEntry entry : rejected) strictest = strictest.or(entry.route.audience());
        return strictest;
    }

    /** Returns the methods of the path if only the method was wrong: {@code GET, HEAD, OPTIONS}. */
    String allowed() {
        return allowed.stream().map(Method::name).collect(Collectors.joining(", "));
    }

    /**
     * Returns the origins whose pages may read the error, as declared by the routes of the path; empty if these declare
     * none.
     */
    Optional<CorsRules> origins() {
        if (!matchedPath()) return Optional.empty();
        List<CorsRules> declared = rejected.stream()
                .flatMap(entry -> entry.route.origins().stream())
                .toList();
        return declared.stream()
                .filter(origins -> origins.allows(request.headers()))
                .findFirst()
                .or(() -> declared.stream().findFirst());
    }

    /** Returns the problem if no route was found. */
    Problem problem() {
        if (hidden) return notFound();
        if (!conditions.isEmpty()) {
            return ProblemType.BAD_REQUEST.because(
                    "The parameters satisfy none of the conditions: " + String.join("; ", conditions));
        }
        if (!produced.isEmpty()) {
            return ProblemType.NOT_ACCEPTABLE.because("Accept allows none of " + list(produced));
        }
        if (!consumed.isEmpty()) {
            String types = list(consumed);
            return ProblemType.UNSUPPORTED_MEDIA_TYPE
                    .because("Content-Type must be one of " + types)
                    .header(method == Method.PATCH ? "Accept-Patch" : "Accept", types);
        }
        if (!allowed.isEmpty()) {
            return ProblemType.METHOD_NOT_ALLOWED
                    .because(method + " is not allowed; allowed methods: " + allowed())
                    .header("Allow", allowed());
        }
        return notFound();
    }

    private Problem notFound() {
        return ProblemType.NOT_FOUND.because("No resource at " + request.path());
    }

    private @Nullable TableEntry best(List<TableEntry> entries) {
        TableEntry best = null;
        long bestRank = 0;
        for (TableEntry entry : entries) {
            long rank = rank(entry);
            if (rank > bestRank) {
                best = entry;
                bestRank = rank;
            }
        }
        return best;
    }

    /**
     * Returns 0 for a route that does not match. A route that declares the media types it consumes ranks above one that
     * accepts any.
     */
    private long rank(TableEntry entry) {
        if (!entry.consumes.consumes(request.headers(), request.body().length())) {
            consumed.addAll(entry.consumes.allowed());
            return 0;
        }
        long rank = entry.produces.rank(accept);
        if (rank == 0) produced.addAll(entry.produces.allowed());
        if (rank == 0 || !conditionsHold(entry)) return 0;
        long media = entry.consumes.isAny() ? rank : rank + (1L << 30);
        return entry.specificity << 31 | media;
    }

    /**
     * Checks the conditions. Parameters that satisfy no route lead to 400. Header fields that satisfy none hide the
     * path, which leads to 404.
     */
    private boolean conditionsHold(TableEntry entry) {
        if (!entry.matchesParameters(request)) {
            String unsatisfied = String.join(", ", entry.unsatisfiedParameters(request));
            if (!conditions.contains(unsatisfied)) conditions.add(unsatisfied);
            return false;
        }
        boolean matches = entry.matchesHeaders(request.headers());
        hidden |= !matches;
        return matches;
    }

    private static String list(Set<MediaRange> types) {
        return types.stream().map(MediaRange::toString).collect(Collectors.joining(", "));
    }
}

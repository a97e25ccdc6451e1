package vesper.rest.routing;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import vesper.codec.Codec;
import vesper.http.Audience;
import vesper.http.Destination;
import vesper.http.Destinations;
import vesper.http.Handler;
import vesper.http.Method;
import vesper.http.PercentEncoding;
import vesper.http.Request;
import vesper.http.Response;
import vesper.rest.Problem;
import vesper.rest.ProblemException;
import vesper.rest.ProblemType;
import vesper.rest.access.Gate;
import vesper.rest.access.Permission;
import vesper.rest.answers.Failures;
import vesper.rest.answers.Problems;
import vesper.rest.answers.ValueWriter;
import vesper.rest.cors.CorsRules;
import vesper.rest.paths.BoundedText;

/**
 * Finds the route of each request in a table that owners can replace at runtime.
 *
 * <p>The most specific pattern takes precedence, segment by segment: a literal before a variable, a variable before
 * {@code **}. A path with a trailing slash is handled like the one without, unless a pattern matches it. HEAD and
 * OPTIONS need no routes. All methods are safe for use by any thread. Each request uses the table at the time of its
 * arrival.
 */
public final class Router implements Handler, Destinations {
    private static final Map<String, String> SUFFIXES = Map.of(".json", "application/json", ".xml", "application/xml");
    /** The methods of {@code /} if only {@link #welcome} handles it. */
    private static final String WELCOME_METHODS = "GET, HEAD, OPTIONS";

    private final Problems problems;
    private final Failures failures;
    private final boolean formatBySuffix;
    private final Optional<CorsRules> origins;
    private final Map<String, Publications> owners = new LinkedHashMap<>();
    private volatile RouteTable table = RouteTable.EMPTY;
    private volatile @Nullable Handler welcome;
    private volatile Gate gate = Gate.OF_CODE;
    private final AtomicLong changes = new AtomicLong();

    /** Creates a router that writes problems as indented JSON. */
    public Router() {
        this(new Codec(true));
    }

    /** Creates a router that writes problems with this codec. */
    public Router(Codec codec) {
        this(codec, false, Optional.empty());
    }

    /**
     * Creates a router that writes problems with this codec.
     *
     * @param formatBySuffix true if {@code /orders/7.xml} requests {@code /orders/7} as XML, unless a literal path
     *     matches
     * @param origins other origins whose pages may read errors for paths without routes; otherwise the routes of the
     *     path decide
     */
    public Router(Codec codec, boolean formatBySuffix, Optional<CorsRules> origins) {
        this.formatBySuffix = formatBySuffix;
        this.origins = origins;
        problems = new Problems(codec);
        failures = new Failures(problems, new ValueWriter(codec));
    }

    /**
     * Replaces all routes of this owner atomically: no request sees only some of them.
     *
     * @param owner of the routes, a package's name for example
     * @throws AmbiguousRouteException if two routes handle the same requests; nothing has changed then
     */
    public void publish(String owner, List<Route> routes) {
        publish(owner, routes, List.of());
    }

    /** Publishes routes like {@link #publish(String, List)}, with prefixes for requests that no route handles. */
    public synchronized void publish(String owner, List<Route> routes, List<Prefix> prefixes) {
        replace(owner, new Publications(routes, prefixes));
    }

    /** Sets a handler for {@code GET /} that is used if no route and no prefix matches: a page for newcomers. */
    public void setWelcome(Handler handler) {
        welcome = handler;
    }

    /** Sets the gate that decides who may use the routes. Without one, only the code of the routes decides. */
    public void setGate(Gate other) {
        gate = other;
    }

    /** Returns the response to a problem that a filter in front of this router has found. */
    public Response respond(Problem problem, Request request) {
        return withCorsHeaders(problems.respond(problem, request), request, origins);
    }

    /** Removes all routes and prefixes of this owner. */
    public synchronized void withdraw(String owner) {
        replace(owner, Publications.EMPTY);
    }

    /** Returns all current routes, by owner in the order of their first publication. */
    public List<Route> routes() {
        return List.copyOf(table.routes());
    }

    /** Returns the number of changes. Anything derived from the routes is current while this number stays the same. */
    public long changes() {
        return changes.get();
    }

    private void replace(String owner, Publications publications) {
        Map<String, Publications> changed = new LinkedHashMap<>(owners);
        changed.put(owner, publications);
        if (publications.equals(Publications.EMPTY)) changed.remove(owner);
        RouteTable next = RouteTable.of(changed.values());
        owners.clear();
        owners.putAll(changed);
        table = next;
        changes.incrementAndGet();
    }

    @Override
    public Response handle(Request request) {
        try {
            return answer(request);
        } catch (VirtualMachineError e) {
            return jvmErrorResponse(e, request);
        } catch (ProblemException e) {
            return withCorsHeaders(failures.respond(e, request), request, origins);
        } catch (Throwable t) {
            return failures.respond(t, request);
        }
    }

    /**
     * Responds to an error of the JVM. After running out of memory or stack, it can usually still do so; otherwise the
     * engine responds, which takes less memory.
     */
    private Response jvmErrorResponse(VirtualMachineError failure, Request request) {
        try {
            return failures.respond(failure, request);
        } catch (VirtualMachineError again) {
            throw failure;
        }
    }

    private Response answer(Request request) throws Exception {
        RouteTable current = table;
        Resource resource = current.literal(request.path());
        TableEntry entry = resource == null ? null : resource.single(request.method());
        return entry != null && entry.matches(request) ? run(entry, request) : answerBySearch(current, request);
    }

    /** {@inheritDoc} Path endings that select a format are not considered: a path with one has no known route. */
    @Override
    public Destination of(Request request) {
        RouteTable current = table;
        Resource resource = current.literal(request.path());
        TableEntry entry = resource == null ? null : resource.single(request.method());
        if (entry != null && entry.unconditional) return entry.destination;
        try {
            RouteSearch search = search(current, request);
            TableEntry found = search.found();
            if (found != null) return found.destination;
            if (search.matchedPath()) return new Destination("", search.audience());
            Prefix prefix = current.prefix(request.path());
            return prefix == null
                    ? new Destination("", audienceOf(request.path()))
                    : new Destination(prefix.nameFor(request.method()), prefix.audience());
        } catch (ProblemException e) {
            return Destination.UNKNOWN;
        }
    }

    /** Returns the word of the code on who may call the route of a request; unstated if there is no such route. */
    public Permission permissionOf(Request request) {
        RouteTable current = table;
        try {
            RouteSearch search = search(current, request);
            TableEntry found = search.found();
            if (found != null) return found.route.permission();
            Prefix prefix = search.matchedPath() ? null : current.prefix(request.path());
            return prefix == null ? Permission.UNSTATED : prefix.permission();
        } catch (ProblemException e) {
            return Permission.UNSTATED;
        }
    }

    /**
     * Returns the audience of a path in any spelling that this router accepts: the strictest one of the routes that
     * match it, whatever their methods and conditions, and of the longest prefix.
     */
    public Audience audienceOf(String path) {
        RouteTable current = table;
        Prefix prefix = current.prefix(CanonicalPath.of(path));
        Audience[] strictest = {prefix == null ? Audience.SERVICE : prefix.audience()};
        try {
            boolean _ = current.tree().search(CanonicalPath.withoutEmptySegments(path), resource -> {
                for (TableEntry entry : resource.all()) strictest[0] = strictest[0].or(entry.route.audience());
                return false;
            });
        } catch (IllegalArgumentException | BoundedText.ExhaustedException e) {
            // No route handles such a path either.
        }
        return strictest[0];
    }

    private Response answerBySearch(RouteTable current, Request request) throws Exception {
        boolean asksForServer = request.path().equals("*");
        if (asksForServer) return Response.of(200).header("Allow", "GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS");
        Optional<Response> chosen = formatBySuffix ? bySuffix(current, request) : Optional.empty();
        if (chosen.isPresent()) return chosen.get();
        RouteSearch search = search(current, request);
        if (search.found() != null) return run(search.found(), request);
        Prefix prefix = search.matchedPath() ? null : current.prefix(request.path());
        if (prefix != null) return run(prefix, request);
        Handler welcomeHandler = welcome;
        boolean welcomes = welcomeHandler != null && request.path().equals("/") && !search.matchedPath();
        if (welcomeHandler != null && welcomes && isRead(request)) {
            gate.admit(request, Permission.PUBLIC, Audience.SERVICE);
            return welcomeHandler.handle(request);
        }
        Optional<Response> preflight = Preflight.of(request).flatMap(question -> preflight(current, request, question));
        if (preflight.isPresent()) return preflight.get();
        gate.admit(request, Permission.UNSTATED, audienceOf(request.path()));
        boolean asksForMethods = request.method() == Method.OPTIONS && (welcomes || search.matchedPath());
        if (asksForMethods) return Response.of(200).header("Allow", welcomes ? WELCOME_METHODS : search.allowed());
        return withCorsHeaders(
                problems.respond(welcomes ? welcomeMethodNotAllowed(request) : search.problem(), request),
                request,
                search.matchedPath() ? search.origins() : origins);
    }

    /** Without these header fields, a browser would not let the page read the error. */
    private static Response withCorsHeaders(Response answer, Request request, Optional<CorsRules> origins) {
        return origins.map(these -> these.addHeaders(request.headers(), answer)).orElse(answer);
    }

    private static boolean isRead(Request request) {
        return request.method() == Method.GET || request.method() == Method.HEAD;
    }

    private static Problem welcomeMethodNotAllowed(Request request) {
        return ProblemType.METHOD_NOT_ALLOWED
                .because(request.method() + " is not allowed; allowed methods: " + WELCOME_METHODS)
                .header("Allow", WELCOME_METHODS);
    }

    /** Responds to the path without its ending, in the format that the ending selects; empty if no route matches. */
    private Optional<Response> bySuffix(RouteTable current, Request request) throws Exception {
        String path = request.path();
        int dot = path.lastIndexOf('.');
        String accepted = dot < 0 ? null : SUFFIXES.get(path.substring(dot));
        if (accepted == null || path.charAt(dot - 1) == '/') return Optional.empty();
        Request rewritten = request.asking(path.substring(0, dot), accepted);
        TableEntry found = search(current, rewritten).found();
        if (found == null) return Optional.empty();
        request.route(found.name);
        return Optional.of(run(found, rewritten));
    }

    /**
     * Rejects a path that is not text in all its segments. Rules and filters compare decoded paths, so such a path
     * could evade them where a route accepts any rest.
     */
    private static void requireText(String path) {
        if (path.indexOf('%') < 0) return;
        String _ = PercentEncoding.decode(path);
    }

    private static RouteSearch search(RouteTable current, Request request) {
        RouteSearch search = new RouteSearch(request);
        try {
            requireText(request.path());
            search(current, request.path(), search);
            return search;
        } catch (BoundedText.ExhaustedException e) {
            throw ProblemType.BAD_REQUEST
                    .because("Matching the path takes too long")
                    .exception();
        } catch (IllegalArgumentException e) {
            throw ProblemType.BAD_REQUEST
                    .because("The path is not percent-encoded UTF-8")
                    .exception();
        }
    }

    private static void search(RouteTable current, String path, RouteSearch search) {
        boolean found = current.tree().search(path, search);
        if (found || search.matchedPath()) return;
        String shorter = withoutSlash(path);
        if (!shorter.equals(path)) current.tree().search(shorter, search);
    }

    private static String withoutSlash(String path) {
        return path.length() > 1 && path.endsWith("/") ? path.substring(0, path.length() - 1) : path;
    }

    private Optional<Response> preflight(RouteTable current, Request request, Preflight preflight) {
        String path = request.path();
        // Handles a trailing slash like the actual request: the path is equivalent to the one without.
        if (!current.tree().search(path, preflight)) current.tree().search(withoutSlash(path), preflight);
        return preflight.respond(origins);
    }

    private Response run(TableEntry entry, Request request) throws Exception {
        request.route(entry.name);
        try {
            gate.admit(request, entry.route.permission(), entry.route.audience());
        } catch (ProblemException refusal) {
            return withCorsHeaders(failures.respond(refusal, request), request, entry.route.origins());
        }
        return entry.route.handler().handle(request);
    }

    private Response run(Prefix prefix, Request request) throws Exception {
        request.route(prefix.nameFor(request.method()));
        gate.admit(request, prefix.permission(), prefix.audience());
        return prefix.handler().handle(request);
    }
}

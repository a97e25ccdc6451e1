package vesper.launcher.admin;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.security.MessageDigest;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.BooleanSupplier;
import vesper.http.Caller;
import vesper.http.Headers;
import vesper.http.Method;
import vesper.http.Request;

/**
 * Decides which requests may call {@code /admin}: those with the token and, without it, those from this machine.
 *
 * <p>A request is local if the peer's address is a loopback address, no header field shows that a proxy forwarded it,
 * and the Host field names this machine. Local requests from pages of other sites are rejected, as far as the browser
 * identifies them ({@code Origin}, {@code Sec-Fetch-Site}); a link from another site is allowed. A proxy on this
 * machine that adds none of these fields looks like a local client; {@code docs/guide/proxies.md} says what to do about
 * it. A request with the token skips all of these checks, since no browser adds a token unasked. A browser that has
 * sent the token once has a session instead ({@link AdminSessions}), which is valid from any address.
 */
public final class AdminAccess {
    private static final String SCHEME = "Bearer ";
    private static final String OTHER_SITES = "Pages of other sites may not send requests here.";
    private static final List<String> FORWARDED = List.of("Forwarded", "Via", "X-Forwarded-For", "X-Real-IP");

    /** The caller of a request with the token. */
    public static final Caller TOKEN_CALLER =
            new Caller(Caller.Kind.OPERATOR, "admin.token", Set.of(), Set.of(), Optional.empty(), Optional.empty());

    private final String token;
    private final LocalNames localNames;
    private final AdminSessions sessions;
    private final boolean isLoopbackTrusted;
    private volatile BooleanSupplier hasOperators = () -> false;

    /**
     * @param token empty for none: then only this machine may call
     * @param configuredHost the host that the server listens on
     * @param sessions of browsers
     * @param isLoopbackTrusted whether this machine may call even if there are operators or a token
     */
    public AdminAccess(String token, String configuredHost, AdminSessions sessions, boolean isLoopbackTrusted) {
        this.isLoopbackTrusted = isLoopbackTrusted;
        this.token = token;
        this.localNames = new LocalNames(configuredHost);
        this.sessions = sessions;
    }

    /** Recognizes users who are operators from now on. */
    public void recognize(BooleanSupplier operators) {
        hasOperators = operators;
    }

    public AdminSessions sessions() {
        return sessions;
    }

    /** Returns the token if the request sends it. */
    public Optional<String> tokenOf(Request request) {
        return shownToken(request.headers()).filter(this::isToken);
    }

    /** The outcome for one request. */
    public sealed interface Decision {
        record Allowed() implements Decision {}

        /** The client must send the token. */
        record TokenWanted(String why) implements Decision {}

        record Forbidden(String why) implements Decision {}
    }

    /** Checks whether the request may be answered. */
    public boolean allows(Request request) {
        return decide(request) instanceof Decision.Allowed;
    }

    public Decision decide(Request request) {
        Optional<AdminSessions.Session> session = sessions.of(request);
        boolean hasField = request.headers().contains("Authorization");
        if (session.isPresent() && !hasField) return decideWithin(session.get(), request);
        if (tokenOf(request).isPresent()) return new Decision.Allowed();
        Caller caller = request.caller();
        if (caller.kind() == Caller.Kind.OPERATOR) return decideOnOperator(request);
        if (caller.isAuthenticated() && (hasField || caller.key().isPresent())) {
            return new Decision.Forbidden(caller.name() + " is not an operator.");
        }
        if (shownToken(request.headers()).isPresent()) {
            return new Decision.TokenWanted("The token is not the server's admin.token.");
        }
        if (!isLocal(request)) return decideOnStranger();
        if (!isLoopbackTrusted && (hasOperators.getAsBoolean() || !token.isEmpty())) {
            return new Decision.TokenWanted("This needs an operator: send the user's name and password, or admin.token."
                    + " With admin.loopback=trusted, this machine needs neither.");
        }
        return decideLocally(request);
    }

    private Decision decideOnStranger() {
        if (hasOperators.getAsBoolean() || !token.isEmpty()) {
            return new Decision.TokenWanted(
                    "From other machines /admin needs an operator, or admin.token as a bearer token.");
        }
        return new Decision.Forbidden(
                "From other machines /admin needs an operator or admin.token, and this server has none.");
    }

    /** A browser adds a password or a certificate by itself, so that does not show who made it send the request. */
    private static Decision decideOnOperator(Request request) {
        boolean isBearer = shownToken(request.headers()).isPresent();
        String host = request.headers().first("Host").orElse("");
        boolean isAnothers = !isBearer && asksForSomething(request) && comesFromAnotherSite(request.headers(), host);
        return isAnothers ? new Decision.Forbidden(OTHER_SITES) : new Decision.Allowed();
    }

    /** Returns whether the request itself proves that an operator sends it, rather than a session or a certificate. */
    boolean provesOperator(Request request) {
        boolean isOperator = tokenOf(request).isPresent()
                || (request.headers().contains("Authorization")
                        && request.caller().kind() == Caller.Kind.OPERATOR);
        return isOperator && decide(request) instanceof Decision.Allowed;
    }

    /** Decides within a session. The cookie alone does not show that a page of this server sent the request. */
    private static Decision decideWithin(AdminSessions.Session session, Request request) {
        boolean isOver = !session.isOfToken() && request.caller().kind() != Caller.Kind.OPERATOR;
        if (isOver) return new Decision.TokenWanted("The session has ended. Sign in again.");
        if (!changesSomething(request.method())) {
            return comesFromAnotherSite(
                            request.headers(), request.headers().first("Host").orElse(""))
                    ? new Decision.Forbidden(OTHER_SITES)
                    : new Decision.Allowed();
        }
        return request.headers()
                        .first(AdminSessions.CSRF)
                        .filter(session::knows)
                        .isPresent()
                ? new Decision.Allowed()
                : new Decision.Forbidden("Within a session this requires " + AdminSessions.CSRF
                        + "; GET /admin/session returns its value.");
    }

    private static boolean changesSomething(Method method) {
        return switch (method) {
            case GET, HEAD, OPTIONS, TRACE -> false;
            case POST, PUT, PATCH, DELETE, CONNECT -> true;
        };
    }

    private Decision decideLocally(Request request) {
        String host = request.headers().first("Host").orElse("");
        if (!host.isEmpty() && !localNames.contains(host))
            return new Decision.Forbidden("The Host field names another machine: " + host + ".");
        boolean isAnothers = asksForSomething(request) && comesFromAnotherSite(request.headers(), host);
        return isAnothers ? new Decision.Forbidden(OTHER_SITES) : new Decision.Allowed();
    }

    private static Optional<String> shownToken(Headers headers) {
        return headers.first("Authorization")
                .filter(value -> value.regionMatches(true, 0, SCHEME, 0, SCHEME.length()))
                .map(value -> value.substring(SCHEME.length()).strip());
    }

    /** Compares in constant time. */
    private boolean isToken(String shown) {
        return !token.isEmpty() && MessageDigest.isEqual(token.getBytes(UTF_8), shown.getBytes(UTF_8));
    }

    private static boolean isLocal(Request request) {
        var address = request.remoteAddress().getAddress();
        return address != null
                && address.isLoopbackAddress()
                && FORWARDED.stream().noneMatch(request.headers()::contains);
    }

    /** GET counts too: the other page cannot read the response, but the request still costs work. */
    private static boolean asksForSomething(Request request) {
        return switch (request.method()) {
            case OPTIONS, TRACE -> false;
            case GET -> !isVisit(request.headers());
            case HEAD, POST, PUT, PATCH, DELETE, CONNECT -> true;
        };
    }

    /** Checks whether the user follows a link to this server (Fetch Metadata). */
    private static boolean isVisit(Headers headers) {
        return headers.first("Sec-Fetch-Mode").filter("navigate"::equals).isPresent()
                && headers.first("Sec-Fetch-Dest").filter("document"::equals).isPresent();
    }

    private static boolean comesFromAnotherSite(Headers headers, String host) {
        // Browsers treat another port of this host as the same site, although it may be another server.
        boolean isOther = headers.first("Sec-Fetch-Site")
                .filter(site -> site.equals("cross-site") || site.equals("same-site"))
                .isPresent();
        if (isOther) return true;
        return headers.first("Origin")
                .filter(origin -> !origin.equals("http://" + host) && !origin.equals("https://" + host))
                .isPresent();
    }
}

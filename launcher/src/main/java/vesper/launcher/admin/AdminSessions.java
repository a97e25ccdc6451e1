package vesper.launcher.admin;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.security.MessageDigest;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import vesper.access.credentials.Proof;
import vesper.access.credentials.Verification;
import vesper.access.credentials.Verifier;
import vesper.http.Caller;
import vesper.http.Cookies;
import vesper.http.Request;

/**
 * Sessions of browsers that have sent the token once. A session has two secrets: a cookie that no script can read, and
 * a CSRF token that only a page of this server can read. Requests that change something must send both, so a page of
 * another site that makes the browser send the cookie achieves nothing. Sessions are in memory: a restart ends all of
 * them. A session also ends after {@link #LENGTH}, or when {@value #MOST} younger ones exist. Thread-safe.
 */
public final class AdminSessions implements Verifier {
    /** The lifetime of a session. */
    public static final Duration LENGTH = Duration.ofHours(12);

    static final String COOKIE = "vesper-session";
    static final String CSRF = "X-CSRF-Token";

    private static final int MOST = 100;
    private static final int SECRET_BYTES = 32;

    /**
     * A session.
     *
     * @param id the value of the cookie
     * @param csrf the CSRF token
     * @param caller the operator at the time of the start
     */
    record Session(String id, String csrf, Caller caller, Instant startedAt, Instant endsAt) {
        /** Returns whether it was started with {@code admin.token} rather than by a user. */
        boolean isOfToken() {
            return caller.name().equals(AdminAccess.TOKEN_CALLER.name());
        }

        boolean knows(String shown) {
            return MessageDigest.isEqual(csrf.getBytes(US_ASCII), shown.getBytes(US_ASCII));
        }
    }

    private final InstantSource clock;
    private final SecureRandom random;
    private final Map<String, Session> sessions = new LinkedHashMap<>();

    public AdminSessions(InstantSource clock, SecureRandom random) {
        this.clock = clock;
        this.random = random;
    }

    /** Starts a session for an operator who has shown a password or token. */
    synchronized Session begin(Caller caller) {
        Instant now = clock.instant();
        sessions.values().removeIf(session -> !session.endsAt().isAfter(now));
        if (sessions.size() >= MOST)
            sessions.remove(sessions.keySet().iterator().next());
        Session begun = new Session(secret(), secret(), caller, now, now.plus(LENGTH));
        sessions.put(begun.id(), begun);
        return begun;
    }

    /** Returns the session of the browser that sent this request; empty if it has none or the session has ended. */
    synchronized Optional<Session> of(Request request) {
        if (sessions.isEmpty()) return Optional.empty();
        // There may be several cookies of this name: another server on this host may have set one too.
        return Cookies.of(request.headers()).all(COOKIE).stream()
                .flatMap(id -> Stream.ofNullable(sessions.get(id)))
                .filter(session -> session.endsAt().isAfter(clock.instant()))
                .findFirst();
    }

    synchronized void end(Session session) {
        sessions.remove(session.id());
    }

    /** Reads the cookie, unless the request has other credentials. */
    @Override
    public Optional<String> credentials(Request request) {
        boolean isOther = request.headers().contains("Authorization");
        return isOther ? Optional.empty() : of(request).map(session -> "session " + session.id());
    }

    @Override
    public boolean isRemembered() {
        return false;
    }

    @Override
    public Verification verify(String credentials, Request request) {
        Optional<Session> session = of(request);
        if (session.isEmpty()) return new Verification.Unknown();
        Session found = session.get();
        Caller caller = found.caller();
        return new Verification.Proven(
                found.isOfToken()
                        ? new Proof.OfCaller(caller, found.endsAt())
                        : new Proof.OfUserToken(caller.name(), "", Set.of(), found.startedAt(), found.endsAt()));
    }

    private String secret() {
        byte[] bytes = new byte[SECRET_BYTES];
        random.nextBytes(bytes);
        return HexFormat.of().formatHex(bytes);
    }
}

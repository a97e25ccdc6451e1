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
import java.util.stream.Stream;
import vesper.http.Cookies;
import vesper.http.Request;

/**
 * Browsers that have shown the token once. Each has a cookie that no script can read, and a second secret that only a
 * page of this server can read and has to send with whatever changes something, so that another site's page which makes
 * the browser send the cookie achieves nothing. They are in memory: a restart ends them, and so do {@link #LENGTH} and
 * {@value #MOST} younger ones. Any thread.
 */
public final class AdminSessions {
    /** How long one lasts. */
    public static final Duration LENGTH = Duration.ofHours(12);

    static final String COOKIE = "vesper-session";
    static final String CSRF = "X-CSRF-Token";

    private static final int MOST = 100;
    private static final int SECRET_BYTES = 32;

    /**
     * A session.
     *
     * @param id what the cookie holds
     * @param csrf what has to come with whatever changes something
     */
    record Session(String id, String csrf, Instant endsAt) {
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

    /** Begins one, for who has shown the token. */
    synchronized Session begin() {
        Instant now = clock.instant();
        sessions.values().removeIf(session -> !session.endsAt().isAfter(now));
        if (sessions.size() >= MOST)
            sessions.remove(sessions.keySet().iterator().next());
        Session begun = new Session(secret(), secret(), now.plus(LENGTH));
        sessions.put(begun.id(), begun);
        return begun;
    }

    /** That of the browser which sent this request; empty where it has none, or it is over. */
    synchronized Optional<Session> of(Request request) {
        if (sessions.isEmpty()) return Optional.empty();
        // Another server of this host may have left its own beside it.
        return Cookies.of(request.headers()).all(COOKIE).stream()
                .flatMap(id -> Stream.ofNullable(sessions.get(id)))
                .filter(session -> session.endsAt().isAfter(clock.instant()))
                .findFirst();
    }

    synchronized void end(Session session) {
        sessions.remove(session.id());
    }

    private String secret() {
        byte[] bytes = new byte[SECRET_BYTES];
        random.nextBytes(bytes);
        return HexFormat.of().formatHex(bytes);
    }
}

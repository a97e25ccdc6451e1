package vesper.launcher.admin;

import static org.assertj.core.api.Assertions.assertThat;

import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import vesper.http.Headers;
import vesper.http.Method;
import vesper.http.Request;
import vesper.launcher.admin.AdminAccess.Decision;
import vesper.launcher.admin.AdminSessions.Session;

/** All requests here are forwarded, so they would need the token without a session. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class AdminSessionsTest {
    private Instant now = Instant.parse("2026-11-24T09:00:00Z");
    private final AdminSessions sessions = new AdminSessions(() -> now, new SecureRandom());
    private final AdminAccess access = new AdminAccess("s3cret", "127.0.0.1", sessions, false);

    @Test
    void who_has_a_session_may_read() {
        Session session = sessions.begin(AdminAccess.TOKEN_CALLER);

        assertThat(access.decide(get(cookie(session)))).isEqualTo(new Decision.Allowed());
        assertThat(access.decide(get("vesper-session=" + session.csrf()))).isInstanceOf(Decision.TokenWanted.class);
    }

    @Test
    void what_changes_something_needs_what_only_a_page_of_this_server_knows() {
        Session session = sessions.begin(AdminAccess.TOKEN_CALLER);
        Session anothers = sessions.begin(AdminAccess.TOKEN_CALLER);

        assertThat(access.decide(post(cookie(session)))).isInstanceOf(Decision.Forbidden.class);
        assertThat(access.decide(post(cookie(session), "X-CSRF-Token", anothers.csrf())))
                .isInstanceOf(Decision.Forbidden.class);
        assertThat(access.decide(post(cookie(session), "X-CSRF-Token", session.csrf())))
                .isEqualTo(new Decision.Allowed());
    }

    @Test
    void another_sites_page_may_not_even_read() {
        String cookie = cookie(sessions.begin(AdminAccess.TOKEN_CALLER));

        assertThat(access.decide(get(cookie, "Sec-Fetch-Site", "cross-site"))).isInstanceOf(Decision.Forbidden.class);
        assertThat(access.decide(get(cookie, "Sec-Fetch-Site", "same-site"))).isInstanceOf(Decision.Forbidden.class);
        assertThat(access.decide(get("vesper-session=another; " + cookie))).isEqualTo(new Decision.Allowed());
        assertThat(access.decide(get(cookie, "Origin", "http://evil.example"))).isInstanceOf(Decision.Forbidden.class);
        assertThat(access.decide(get(cookie, "Origin", "http://vesper.example")))
                .isEqualTo(new Decision.Allowed());
    }

    @Test
    void a_session_ends_by_itself_and_when_it_is_ended() {
        Session old = sessions.begin(AdminAccess.TOKEN_CALLER);
        now = now.plus(AdminSessions.LENGTH);
        Session young = sessions.begin(AdminAccess.TOKEN_CALLER);

        assertThat(access.decide(get(cookie(old)))).isInstanceOf(Decision.TokenWanted.class);
        assertThat(access.decide(get(cookie(young)))).isEqualTo(new Decision.Allowed());

        sessions.end(young);
        assertThat(access.decide(get(cookie(young)))).isInstanceOf(Decision.TokenWanted.class);
    }

    @Test
    void a_hundred_are_kept_the_youngest() {
        List<Session> begun = new ArrayList<>();
        for (int i = 0; i < 101; i++) {
            begun.add(sessions.begin(AdminAccess.TOKEN_CALLER));
            now = now.plus(Duration.ofSeconds(1));
        }

        assertThat(access.decide(get(cookie(begun.get(0))))).isInstanceOf(Decision.TokenWanted.class);
        assertThat(access.decide(get(cookie(begun.get(1))))).isEqualTo(new Decision.Allowed());
        assertThat(access.decide(get(cookie(begun.get(100))))).isEqualTo(new Decision.Allowed());
    }

    private static String cookie(Session session) {
        return "theme=dark; vesper-session=" + session.id();
    }

    private static Request get(String cookie, String... headers) {
        return Request.of(Method.GET, "/admin/status", headersOf(cookie, headers), new byte[0]);
    }

    private static Request post(String cookie, String... headers) {
        return Request.of(Method.POST, "/admin/packages/a/reload", headersOf(cookie, headers), new byte[0]);
    }

    private static Headers headersOf(String cookie, String... more) {
        List<String> all =
                new ArrayList<>(List.of("Host", "vesper.example", "X-Forwarded-For", "10.0.0.9", "Cookie", cookie));
        all.addAll(List.of(more));
        return Headers.of(all.toArray(String[]::new));
    }
}

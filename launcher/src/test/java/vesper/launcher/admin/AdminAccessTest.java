package vesper.launcher.admin;

import static org.assertj.core.api.Assertions.assertThat;

import java.security.SecureRandom;
import java.time.InstantSource;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import vesper.http.Headers;
import vesper.http.Method;
import vesper.http.Request;
import vesper.launcher.admin.AdminAccess.Decision;

/**
 * Requests created by {@link Request#of} come from loopback; forwarded ones stand for requests from another machine.
 */
@DisplayNameGeneration(ReplaceUnderscores.class)
class AdminAccessTest {
    private static final AdminAccess WITHOUT_TOKEN = access("", "127.0.0.1");
    private static final AdminAccess WITH_TOKEN = access("s3cret", "127.0.0.1");

    @ParameterizedTest
    @ValueSource(strings = {"localhost:8080", "LOCALHOST", "127.0.0.1:8080", "127.1.2.3", "[::1]:8080", "my.localhost"})
    void this_machine_may_call_under_its_own_names(String host) {
        assertThat(WITHOUT_TOKEN.decide(post("Host", host))).isEqualTo(new Decision.Allowed());
    }

    @ParameterizedTest
    @ValueSource(strings = {"evil.example", "evil.example:8080", "127.0.0.1.evil.example", "localhost.evil.example"})
    void a_name_that_was_made_to_point_here_is_refused(String host) {
        assertThat(WITHOUT_TOKEN.decide(post("Host", host))).isInstanceOf(Decision.Forbidden.class);
        assertThat(WITHOUT_TOKEN.decide(get("Host", host))).isInstanceOf(Decision.Forbidden.class);
    }

    @Test
    void the_host_that_was_configured_is_a_name_of_this_machine() {
        AdminAccess access = access("", "vesper.internal");

        assertThat(access.decide(post("Host", "vesper.internal:8080"))).isEqualTo(new Decision.Allowed());
    }

    @Test
    void a_page_of_another_site_may_not_change_anything() {
        assertThat(WITHOUT_TOKEN.decide(post("Host", "localhost:8080", "Origin", "http://evil.example")))
                .isInstanceOf(Decision.Forbidden.class);
        assertThat(WITHOUT_TOKEN.decide(post("Host", "localhost:8080", "Origin", "null")))
                .isInstanceOf(Decision.Forbidden.class);
        assertThat(WITHOUT_TOKEN.decide(post("Host", "localhost:8080", "Sec-Fetch-Site", "cross-site")))
                .isInstanceOf(Decision.Forbidden.class);
    }

    @Test
    void a_page_of_another_site_may_not_keep_the_server_busy_by_reading() {
        assertThat(WITHOUT_TOKEN.decide(get("Host", "localhost:8080", "Sec-Fetch-Site", "cross-site")))
                .isInstanceOf(Decision.Forbidden.class);
        assertThat(WITHOUT_TOKEN.decide(get("Host", "localhost:8080", "Origin", "http://evil.example")))
                .isInstanceOf(Decision.Forbidden.class);
        assertThat(WITHOUT_TOKEN.decide(
                        get("Host", "localhost", "Sec-Fetch-Site", "cross-site", "Sec-Fetch-Mode", "navigate")))
                .isInstanceOf(Decision.Forbidden.class);
        assertThat(WITHOUT_TOKEN.decide(get("Host", "localhost:8080", "Sec-Fetch-Site", "same-origin")))
                .isEqualTo(new Decision.Allowed());
    }

    @Test
    void who_follows_a_link_is_let_in() {
        assertThat(WITHOUT_TOKEN.decide(get(
                        "Host",
                        "localhost:8080",
                        "Sec-Fetch-Site",
                        "cross-site",
                        "Sec-Fetch-Mode",
                        "navigate",
                        "Sec-Fetch-Dest",
                        "document")))
                .isEqualTo(new Decision.Allowed());
    }

    @Test
    void a_page_of_our_own_may_change_things() {
        assertThat(WITHOUT_TOKEN.decide(post("Host", "localhost:8080", "Origin", "http://localhost:8080")))
                .isEqualTo(new Decision.Allowed());
    }

    @ParameterizedTest
    @CsvSource({"X-Forwarded-For,10.0.0.9", "X-Real-IP,10.0.0.9", "Forwarded,for=10.0.0.9", "Via,1.1 proxy.example"})
    void another_machine_is_refused_where_there_is_no_token(String name, String value) {
        assertThat(WITHOUT_TOKEN.decide(get("Host", "localhost", name, value))).isInstanceOf(Decision.Forbidden.class);
    }

    @Test
    void another_machine_is_asked_for_the_token() {
        assertThat(WITH_TOKEN.decide(get("Host", "localhost", "Forwarded", "for=10.0.0.9")))
                .isInstanceOf(Decision.TokenWanted.class);
    }

    @Test
    void who_shows_the_token_may_call_from_anywhere() {
        assertThat(WITH_TOKEN.decide(post(
                        "Host", "vesper.example", "X-Forwarded-For", "10.0.0.9", "Authorization", "Bearer s3cret")))
                .isEqualTo(new Decision.Allowed());
    }

    @Test
    void a_wrong_token_is_refused_even_from_here() {
        assertThat(WITH_TOKEN.decide(get("Host", "localhost", "Authorization", "Bearer s3cre")))
                .isInstanceOf(Decision.TokenWanted.class);
        assertThat(WITHOUT_TOKEN.decide(get("Host", "localhost", "Authorization", "Bearer ")))
                .isInstanceOf(Decision.TokenWanted.class);
    }

    private static AdminAccess access(String token, String host) {
        return new AdminAccess(token, host, new AdminSessions(InstantSource.system(), new SecureRandom()), false);
    }

    private static Request post(String... headers) {
        return Request.of(Method.POST, "/admin/packages/a/reload", Headers.of(headers), new byte[0]);
    }

    private static Request get(String... headers) {
        return Request.of(Method.GET, "/admin/status", Headers.of(headers), new byte[0]);
    }
}

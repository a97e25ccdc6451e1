package vesper.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;

@DisplayNameGeneration(ReplaceUnderscores.class)
class CookiesTest {
    @Test
    void a_request_without_cookies_has_none() {
        Cookies cookies = Cookies.of(Headers.of("Accept", "*/*"));
        assertThat(cookies.isEmpty()).isTrue();
        assertThat(cookies.first("a")).isEmpty();
        assertThat(cookies.asMap()).isEmpty();
    }

    @Test
    void cookies_are_found_by_their_exact_name() {
        Cookies cookies = cookies("session=31d4; lang=en-GB; Session=other");
        assertThat(cookies.first("session")).hasValue("31d4");
        assertThat(cookies.first("lang")).hasValue("en-GB");
        assertThat(cookies.first("Session")).hasValue("other");
        assertThat(cookies.first("LANG")).isEmpty();
    }

    @Test
    void of_two_with_one_name_the_first_counts_and_both_are_there() {
        Cookies cookies = cookies("a=near; b=1; a=far");
        assertThat(cookies.first("a")).hasValue("near");
        assertThat(cookies.all("a")).containsExactly("near", "far");
        assertThat(cookies.asMap()).containsEntry("a", List.of("near", "far")).containsOnlyKeys("a", "b");
    }

    @Test
    void a_value_is_taken_as_it_was_sent() {
        Cookies cookies = cookies("a=\"quoted\"; b=x=y==; c=%41+; d=; e= \t spaced \t ");
        assertThat(cookies.first("a")).hasValue("\"quoted\"");
        assertThat(cookies.first("b")).hasValue("x=y==");
        assertThat(cookies.first("c")).hasValue("%41+");
        assertThat(cookies.first("d")).hasValue("");
        assertThat(cookies.first("e")).hasValue("spaced");
    }

    @Test
    void what_has_no_name_is_no_cookie() {
        Cookies cookies = cookies("nothing; =value; ;;  ; a=1;");
        assertThat(cookies.asMap()).containsOnlyKeys("a");
    }

    @Test
    void a_quotation_mark_does_not_hide_the_cookies_after_it() {
        assertThat(cookies("a=\"1; session=2; b=3\"").first("session")).hasValue("2");
    }

    @Test
    void several_lines_are_one() {
        Cookies cookies = Cookies.of(Headers.of("Cookie", "a=1", "cookie", "b=2"));
        assertThat(cookies.asMap()).containsOnlyKeys("a", "b");
    }

    @Test
    void a_cookie_is_set_with_safe_defaults() {
        assertThat(SetCookie.of("session", "31d4")).hasToString("session=31d4; Path=/; Secure; HttpOnly; SameSite=Lax");
    }

    @Test
    void each_default_can_be_changed() {
        SetCookie cookie = SetCookie.of("lang", "en")
                .keptFor(Duration.ofDays(30))
                .forDomain("example.com")
                .forPath("/shop")
                .evenWithoutTls()
                .readableByScripts()
                .with(SetCookie.SameSite.STRICT);
        assertThat(cookie).hasToString("lang=en; Max-Age=2592000; Domain=example.com; Path=/shop; SameSite=Strict");
        assertThat(SetCookie.deleting("lang")).hasToString("lang=; Max-Age=0; Path=/; Secure; HttpOnly; SameSite=Lax");
    }

    @Test
    void what_a_browser_would_drop_or_misread_is_refused() {
        refused(() -> SetCookie.of("a b", "1"));
        refused(() -> SetCookie.of("", "1"));
        refused(() -> SetCookie.of("a", "1; Domain=evil.example"));
        refused(() -> SetCookie.of("a", "1\r\nX: y"));
        refused(() -> SetCookie.of("a", "\u00e9"));
        refused(() -> SetCookie.of("a", "x".repeat(SetCookie.LONGEST)));
        refused(() -> SetCookie.of("a", "1").forPath("/; HttpOnly"));
        refused(() -> SetCookie.of("a", "1").forPath("relative"));
        refused(() -> SetCookie.of("a", "1").forDomain("a.example\n"));
        refused(() -> SetCookie.of("a", "1").keptFor(Duration.ofDays(401)));
        refused(() -> SetCookie.of("__Host-a", "1").forPath("/shop"));
        refused(() -> SetCookie.of("__host-a", "1").forDomain("example.com"));
        refused(() -> SetCookie.of("__Secure-a", "1").evenWithoutTls());
        refused(() -> SetCookie.of("a", "1").evenWithoutTls().with(SetCookie.SameSite.NONE));
    }

    private static void refused(Runnable action) {
        assertThatIllegalArgumentException().isThrownBy(action::run);
    }

    private static Cookies cookies(String line) {
        return Cookies.of(Headers.of("Cookie", line));
    }
}

package vesper.http;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.Base64;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;

@DisplayNameGeneration(ReplaceUnderscores.class)
class CallerTest {
    @Test
    void the_user_of_basic_credentials_is_the_caller() {
        assertThat(nameOf("Basic " + encoded("ann:se:cret"))).isEqualTo("ann");
        assertThat(nameOf("bAsIc   " + encoded("grün:x"))).isEqualTo("grün");
        assertThat(nameOf("Basic " + encoded(":x"))).isEmpty();
    }

    @Test
    void a_name_that_was_not_checked_is_only_claimed() {
        Caller ann = request("Basic " + encoded("ann:secret")).caller();

        assertThat(ann.kind()).isEqualTo(Caller.Kind.CLAIMED);
        assertThat(ann.getName()).isEqualTo("ann");
        assertThat(ann.groups()).isEmpty();
    }

    @Test
    void who_has_checked_the_caller_replaces_what_the_request_claims() {
        Request request = request("Basic " + encoded("ann:secret"));
        Caller checked = new Caller(
                Caller.Kind.AUTHENTICATED, "bob", Set.of("clerks"), Set.of(), Optional.of("acme"), Optional.empty());

        request.caller(checked);

        assertThat(request.caller()).isSameAs(checked);
        assertThat(request.asking("/other", "text/plain").caller()).isSameAs(checked);
    }

    @Test
    void what_is_no_name_is_none() {
        assertThat(nameOf("Bearer abc")).isEmpty();
        assertThat(nameOf("Basic ?")).isEmpty();
        assertThat(nameOf("Basic")).isEmpty();
        assertThat(Request.of(Method.GET, "/").caller()).isEqualTo(Caller.ANONYMOUS);
    }

    @Test
    void a_key_or_a_token_is_no_name() {
        assertThat(nameOf("Basic " + encoded("sk_live_1234:"))).isEmpty();
        assertThat(nameOf("Basic " + encoded("token-without-colon"))).isEmpty();
        assertThat(nameOf("Basic " + encoded("k".repeat(800)))).isEmpty();
        assertThat(nameOf("Basic " + encoded("k".repeat(800) + ":"))).isEmpty();
        assertThat(nameOf("Basic " + encoded("k".repeat(20_000) + ":x"))).isEmpty();
        assertThat(nameOf("Basic " + encoded("k".repeat(524) + ":"))).isEmpty();
        assertThat(nameOf("Basic " + encoded("k".repeat(128) + ":"))).isEmpty();
        assertThat(nameOf("Basic " + encoded("k".repeat(128) + ":x"))).isEqualTo("k".repeat(128));
    }

    @Test
    void names_are_cut_and_printable() {
        assertThat(nameOf("Basic " + encoded("x".repeat(130) + ":y"))).isEqualTo("x".repeat(128));
        assertThat(nameOf("Basic " + encoded("a\r\nb:y"))).isEqualTo("a\uFFFD\uFFFDb");
        assertThat(nameOf("Basic " + encoded("a:" + "y".repeat(20_000)))).isEqualTo("a");
    }

    private static String encoded(String pair) {
        return Base64.getEncoder().encodeToString(pair.getBytes(UTF_8));
    }

    private static Request request(String credentials) {
        return Request.of(Method.GET, "/", Headers.of("Authorization", credentials), new byte[0]);
    }

    private static String nameOf(String credentials) {
        return request(credentials).caller().name();
    }
}

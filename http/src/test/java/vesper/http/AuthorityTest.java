package vesper.http;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayNameGeneration(ReplaceUnderscores.class)
class AuthorityTest {
    @ParameterizedTest
    @ValueSource(
            strings = {
                "localhost",
                "localhost:8080",
                "a.b-c_d~e",
                "127.0.0.1:0",
                "a:65535",
                "a:",
                "a:00080",
                "[::1]",
                "[::1]:80",
                "[2001:db8::192.0.2.1]",
                "%41",
                "a!$&'()*+;=b"
            })
    void valid(String text) {
        assertThat(isValid(text)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                ":80",
                "a:65536",
                "a:99999999999999999999",
                "a:-1",
                "a:+1",
                "a:8a",
                "a:80:81",
                "a b",
                "a,b",
                "a/b",
                "a?b",
                "a#b",
                "me@a",
                "a\u00e4",
                "[]",
                "[1]",
                "[:]",
                "[::1",
                "[::g]",
                "[::1]a",
                "[fe80::1%25eth0]",
                "::1",
                "a[",
                "\"a\"",
                "<a>",
                "a\\b"
            })
    void not_valid(String text) {
        assertThat(isValid(text)).isFalse();
    }

    private static boolean isValid(String text) {
        byte[] bytes = ("x" + text + "x").getBytes(ISO_8859_1);
        return Authority.isValid(bytes, 1, bytes.length - 1);
    }
}

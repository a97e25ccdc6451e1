package vesper.http;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
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
                "a!$&'()*+;=b",
                "[::]",
                "[1::]",
                "[1:2:3:4:5:6:7:8]",
                "[1:2:3:4:5:6:7::]",
                "[::2:3:4:5:6:7:8]",
                "[1:2:3:4:5:6:1.2.3.4]",
                "[::ffff:255.255.255.255]:1",
                "[v1.a]",
                "[vF.fe80::a+en1]"
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
                "a\\b",
                "a%",
                "a%4",
                "a%4g",
                "a%4:80",
                "[:::]",
                "[1:2:3:4:5:6:7]",
                "[1:2:3:4:5:6:7:8:9]",
                "[1:2:3:4:5:6:7:8::]",
                "[1::2::3]",
                "[1:]",
                "[:1]",
                "[12345::]",
                "[1.2.3.4]",
                "[::1.2.3]",
                "[::1.2.3.256]",
                "[::1.2.3.04]",
                "[::1.2.3.4:5]",
                "[::1.2.3.4.5]",
                "[v.a]",
                "[v1.]",
                "[v1]",
                "[v1.a%41]",
                "[vg.a]"
            })
    void not_valid(String text) {
        assertThat(isValid(text)).isFalse();
    }

    @Test
    void only_with_a_port_that_is_no_empty_one() {
        assertThat(List.of("a:1", "[::1]:443", "a:65535")).allMatch(AuthorityTest::isValidWithPort);
        assertThat(List.of("a", "a:", "[::1]", "[::1]:", "1", ":1", "a:65536"))
                .noneMatch(AuthorityTest::isValidWithPort);
    }

    private static boolean isValidWithPort(String text) {
        byte[] bytes = ("1" + text + "1").getBytes(ISO_8859_1);
        return Authority.isValidWithPort(bytes, 1, bytes.length - 1);
    }

    private static boolean isValid(String text) {
        byte[] bytes = ("x" + text + "x").getBytes(ISO_8859_1);
        return Authority.isValid(bytes, 1, bytes.length - 1);
    }
}

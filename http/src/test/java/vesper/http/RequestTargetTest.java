package vesper.http;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayNameGeneration(ReplaceUnderscores.class)
class RequestTargetTest {
    @ParameterizedTest
    @CsvSource({
        "/,                    /",
        "/a,                   /a",
        "/a/,                  /a/",
        "/a/b/c/./../../g,     /a/g",
        "/./a,                 /a",
        "/a/.,                 /a/",
        "/a/..,                /",
        "/a/../,               /",
        "/.,                   /",
        "/a//../b,             /a/b",
        "//..,                 /",
        "/%2e,                 /",
        "/a/%2E%2e/b,          /b",
        "/a/.%2e,              /",
        "/%2e%2e%2e,           /%2e%2e%2e",
        "/.a,                  /.a",
        "/a.,                  /a.",
        "/a..b/..c,            /a..b/..c",
        "/%2fa/%5c..,          /%2fa/%5c..",
        "/a%2f..%2f..%2fb,     /a%2f..%2f..%2fb",
    })
    void dot_segments_are_carried_out(String path, String clean) {
        assertThat(RequestTarget.withoutDotSegments(path)).isEqualTo(clean);
        byte[] bytes = path.getBytes(ISO_8859_1);
        if (!RequestTarget.mayHaveDotSegments(bytes, 0, bytes.length))
            assertThat(clean).isEqualTo(path);
    }

    @ParameterizedTest
    @ValueSource(strings = {"/..", "/../a", "/a/../..", "/%2e%2e", "/a/.%2E/%2e./b", "/./.."})
    void a_path_above_the_root_is_none(String path) {
        assertThat(RequestTarget.withoutDotSegments(path)).isNull();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "/", "/%41", "/%ff%0a", "%20", "/%2500"})
    void well_encoded(String text) {
        byte[] bytes = text.getBytes(ISO_8859_1);
        assertThat(RequestTarget.isWellEncoded(bytes, 0, bytes.length)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"%", "/%4", "/%g1", "/%1g", "/%00", "/%%41", "/%\u00b21"})
    void badly_encoded(String text) {
        byte[] bytes = text.getBytes(ISO_8859_1);
        assertThat(RequestTarget.isWellEncoded(bytes, 0, bytes.length)).isFalse();
    }
}

package vesper.http;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;

@DisplayNameGeneration(ReplaceUnderscores.class)
class HeadersTest {
    private final Headers headers = Headers.of("Accept", "a", "X-One", "", "ACCEPT", "b");

    @Test
    void names_are_found_without_case() {
        assertThat(headers.first("accept")).contains("a");
        assertThat(headers.all("aCCept")).containsExactly("a", "b");
        assertThat(headers.first("x-one")).contains("");
        assertThat(headers.contains("X-ONE")).isTrue();
    }

    @Test
    void what_is_not_there_is_empty() {
        assertThat(headers.first("accep")).isEmpty();
        assertThat(headers.all("accepts")).isEmpty();
        assertThat(headers.firstOrNull("X_One")).isNull();
        assertThat(headers.contains("")).isFalse();
        assertThat(Headers.NONE.size()).isZero();
    }

    @Test
    void only_letters_have_a_case() {
        assertThat(Headers.of("a@b", "1").contains("a`b")).isFalse();
        assertThat(Headers.of("a[b", "1").contains("a{b")).isFalse();
    }

    @Test
    void characters_beyond_latin_1_are_no_letters() {
        assertThat(headers.contains("\u0141ccept")).isFalse();
    }

    @Test
    void lines_keep_order_and_spelling() {
        List<String> lines = new ArrayList<>();
        headers.forEach((name, value) -> lines.add(name + "=" + value));
        assertThat(lines).containsExactly("Accept=a", "X-One=", "ACCEPT=b");
        assertThat(headers).hasToString("Accept: a\nX-One: \nACCEPT: b");
        assertThat(headers).isEqualTo(Headers.of("Accept", "a", "X-One", "", "ACCEPT", "b"));
        assertThat(headers).hasSameHashCodeAs(Headers.of("Accept", "a", "X-One", "", "ACCEPT", "b"));
    }

    @Test
    void a_name_needs_a_value() {
        assertThatThrownBy(() -> Headers.of("Accept")).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void the_only_line_of_a_name_is_compared_where_it_lies() {
        Headers headers = Headers.of("a", "1", "Accept", "text/xml", "B", "2", "b", "3");
        int line = headers.onlyLine("accept");
        assertThat(headers.valueLength(line)).isEqualTo(8);
        assertThat(headers.valueByte(line, 5)).isEqualTo((byte) 'x');
        assertThat(headers.isValue(line, "text/xml".getBytes(ISO_8859_1))).isTrue();
        assertThat(headers.isValue(line, "text/xm".getBytes(ISO_8859_1))).isFalse();
        assertThat(headers.isValue(line, "text/XML".getBytes(ISO_8859_1))).isFalse();
        assertThat(headers.onlyLine("b")).isEqualTo(-1);
        assertThat(headers.onlyLine("c")).isEqualTo(-1);
    }

    @Test
    void sections_are_the_same_only_byte_for_byte() {
        Headers headers = Headers.of("Accept", "text/plain", "Host", "here");
        assertThat(headers.isSameSection(Headers.of("Accept", "text/plain", "Host", "here")))
                .isTrue();
        assertThat(headers.isSameSection(Headers.of("accept", "text/plain", "Host", "here")))
                .isFalse();
        assertThat(headers.isSameSection(Headers.of("Accept", "text/plain", "Hosth", "ere")))
                .isFalse();
        assertThat(headers.isSameSection(Headers.of("Accept", "text/plain"))).isFalse();
        assertThat(Headers.NONE.isSameSection(Headers.of())).isTrue();
    }
}

package vesper.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayNameGeneration(ReplaceUnderscores.class)
class PercentEncodingTest {
    @Test
    void encoded_bytes_are_utf_8() {
        assertThat(PercentEncoding.decode("a%20b")).isEqualTo("a b");
        assertThat(PercentEncoding.decode("%C3%a4%e2%82%AC%F0%9F%98%80")).isEqualTo("\u00e4\u20ac\ud83d\ude00");
        assertThat(PercentEncoding.decode("\u00e4%25")).isEqualTo("\u00e4%");
        assertThat(PercentEncoding.decode("")).isEmpty();
        assertThat(PercentEncoding.decode("%2525")).as("decoded once").isEqualTo("%25");
    }

    @Test
    void plus_is_a_blank_in_forms_only() {
        assertThat(PercentEncoding.decode("a+b%2B")).isEqualTo("a+b+");
        assertThat(PercentEncoding.decodeForm("a+b%2B")).isEqualTo("a b+");
        assertThat(PercentEncoding.decodeForm("a+b")).isEqualTo("a b");
    }

    @ParameterizedTest
    @ValueSource(strings = {"%", "a%2", "%zz", "%2", "%+1", "%-1", "%\u0661\u0661"})
    void a_percent_sign_needs_two_hex_digits(String text) {
        assertThatThrownBy(() -> PercentEncoding.decode(text)).isInstanceOf(IllegalArgumentException.class);
    }

    @ParameterizedTest
    @ValueSource(strings = {"%ff", "%c3", "%c0%af", "%ed%a0%80", "%f8%88%80%80%80", "%80"})
    void bytes_that_are_no_utf_8_are_refused(String text) {
        assertThatThrownBy(() -> PercentEncoding.decode(text)).isInstanceOf(IllegalArgumentException.class);
    }
}

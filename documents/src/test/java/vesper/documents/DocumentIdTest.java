package vesper.documents;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayNameGeneration(ReplaceUnderscores.class)
class DocumentIdTest {
    @ParameterizedTest
    @ValueSource(strings = {"", ".", "..", "a/b", "a\\b", "a b", "ä", "a%2fb", "a\u0000", "a?b", "a#b"})
    void what_could_be_something_else_in_a_path_is_no_id(String text) {
        assertThatThrownBy(() -> new DocumentId(text)).isInstanceOf(IllegalArgumentException.class);
    }

    @ParameterizedTest
    @ValueSource(strings = {"a", "...", "order-17", "smith@example.org", "a:b=c;d,e", "~x!$&'()*+"})
    void what_stands_in_a_path_as_it_is_is_one(String text) {
        assertThat(new DocumentId(text)).hasToString(text);
    }

    @ParameterizedTest
    @ValueSource(ints = {201, 10_000})
    void a_long_text_is_no_id(int characters) {
        assertThatThrownBy(() -> new DocumentId("x".repeat(characters))).hasMessageContaining("at most 200");
    }
}

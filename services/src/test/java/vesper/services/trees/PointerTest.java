package vesper.services.trees;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayNameGeneration(ReplaceUnderscores.class)
class PointerTest {
    /** The examples of RFC 6901, section 5, and some edge cases. */
    @ParameterizedTest
    @ValueSource(strings = {"", "/foo", "/foo/0", "/", "/a~1b", "/c%d", "/m~0n", "/~01", "//", "/ ", "/a//b/"})
    void a_pointer_is_written_as_it_was_read(String text) {
        assertThat(Pointer.of(text)).hasToString(text);
    }

    @Test
    void tilde_and_slash_are_escaped() {
        assertThat(Pointer.of("/a~1b/m~0n/~01").tokens()).containsExactly("a/b", "m~n", "~1");
        assertThat(new Pointer(List.of("~1/"))).hasToString("/~01~1");
    }

    @ParameterizedTest
    @ValueSource(strings = {"a", "a/b", "#/a", " /a", "/~", "/~2", "/a~/b", "/~~0"})
    void what_is_no_pointer_is_refused(String text) {
        assertThatThrownBy(() -> Pointer.of(text)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void a_pointer_contains_what_is_below_it_and_not_itself() {
        assertThat(Pointer.of("/a").contains(Pointer.of("/a/b"))).isTrue();
        assertThat(Pointer.of("/a").contains(Pointer.of("/a"))).isFalse();
        assertThat(Pointer.of("/a").contains(Pointer.of("/ab"))).isFalse();
        assertThat(Pointer.ROOT.contains(Pointer.of("/"))).isTrue();
    }
}

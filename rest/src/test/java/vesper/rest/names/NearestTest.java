package vesper.rest.names;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;

@DisplayNameGeneration(ReplaceUnderscores.class)
class NearestTest {
    private static final List<String> KNOWN = List.of("run", "test", "new", "status");

    @Test
    void letters_that_were_swapped_dropped_or_added_are_seen_through() {
        assertThat(Nearest.to("rnu", KNOWN)).contains("run");
        assertThat(Nearest.to("staus", KNOWN)).contains("status");
        assertThat(Nearest.to("tests", KNOWN)).contains("test");
    }

    @Test
    void something_else_entirely_gets_no_suggestion() {
        assertThat(Nearest.to("deploy", KNOWN)).isEmpty();
        assertThat(Nearest.suggestion("deploy", KNOWN)).isEmpty();
    }

    @Test
    void a_suggestion_is_a_question() {
        assertThat(Nearest.suggestion("nwe", KNOWN)).isEqualTo(", did you mean new?");
    }
}

package vesper.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import vesper.cluster.Stream.Found;

@DisplayNameGeneration(ReplaceUnderscores.class)
class StreamTest {
    private static Found answeredAfter(Duration silence) {
        return new Found("log", 5, silence);
    }

    @Test
    void what_a_leader_lacks_that_no_majority_was_heard_by_another_one_may_have() {
        assertThat(answeredAfter(Duration.ZERO).isSure()).isTrue();
        // One that leads hears from all every second.
        assertThat(answeredAfter(Duration.ofMillis(1500)).isSure()).isTrue();
        // Another one can be elected after four.
        assertThat(answeredAfter(Duration.ofSeconds(4)).isSure()).isFalse();
    }
}

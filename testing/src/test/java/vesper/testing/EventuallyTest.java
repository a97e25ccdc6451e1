package vesper.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;

@DisplayNameGeneration(ReplaceUnderscores.class)
class EventuallyTest {
    private final AtomicInteger looks = new AtomicInteger();

    @Test
    void what_holds_at_the_third_look_is_looked_for_three_times() {
        Eventually.until(() -> looks.incrementAndGet() == 3);
        assertThat(looks).hasValue(3);
    }

    @Test
    void the_first_answer_that_is_as_expected_is_given() {
        assertThat(Eventually.answer("the looks", looks::incrementAndGet, count -> count > 4))
                .isEqualTo(5);
    }

    @Test
    void what_does_not_come_is_given_up() {
        assertThat(Eventually.holdsWithin(Duration.ofMillis(20), () -> false)).isFalse();
    }

    @Test
    void a_look_that_fails_ends_the_wait() {
        assertThatThrownBy(() -> Eventually.until(() -> {
                    throw new IOException("no such file");
                }))
                .isInstanceOf(IOException.class);
    }
}

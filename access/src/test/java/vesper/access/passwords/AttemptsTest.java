package vesper.access.passwords;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;

/** How long a guesser waits. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class AttemptsTest {
    private Instant now = Instant.parse("2026-11-27T10:00:00Z");
    private final Attempts attempts = new Attempts(() -> now);

    private void fail(int times, String name, String address) {
        for (int i = 0; i < times; i++) attempts.failed(name, address);
    }

    @Test
    void ten_failures_are_free_and_each_further_one_doubles_the_wait() {
        fail(9, "ann", "192.0.2.1");
        assertThat(attempts.wait("ann", "192.0.2.1")).isEmpty();
        fail(1, "ann", "192.0.2.1");
        assertThat(attempts.wait("ann", "192.0.2.1")).hasValue(Duration.ofSeconds(1));
        fail(3, "ann", "192.0.2.1");
        assertThat(attempts.wait("ann", "192.0.2.1")).hasValue(Duration.ofSeconds(8));
        fail(100, "ann", "192.0.2.1");
        assertThat(attempts.wait("ann", "192.0.2.1")).hasValue(Attempts.LONGEST_WAIT);
    }

    @Test
    void nobody_waits_for_ever() {
        fail(1000, "ann", "192.0.2.1");
        now = now.plus(Attempts.LONGEST_WAIT);
        assertThat(attempts.wait("ann", "192.0.2.1")).isEmpty();
        now = now.plus(Attempts.WINDOW).plusSeconds(1);
        fail(1, "ann", "192.0.2.1");
        assertThat(attempts.wait("ann", "192.0.2.1")).isEmpty();
    }

    @Test
    void a_name_waits_at_every_address_and_an_address_for_every_name() {
        fail(11, "ann", "192.0.2.1");
        assertThat(attempts.wait("ann", "192.0.2.2")).isPresent();
        assertThat(attempts.wait("bob", "192.0.2.1")).isPresent();
        assertThat(attempts.wait("bob", "192.0.2.2")).isEmpty();
        attempts.succeeded("ann");
        assertThat(attempts.wait("ann", "192.0.2.2")).isEmpty();
        assertThat(attempts.wait("ann", "192.0.2.1")).isPresent();
    }

    @Test
    void the_names_that_are_remembered_are_bounded() {
        for (int i = 0; i < 2 * Attempts.MOST; i++) attempts.failed("name" + i, "address" + i);
        assertThat(attempts.remembered()).isEqualTo(Attempts.MOST);
    }
}

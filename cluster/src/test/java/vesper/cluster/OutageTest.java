package vesper.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;

@DisplayNameGeneration(ReplaceUnderscores.class)
class OutageTest {
    private long now = 1;
    private final Outage outage = new Outage(() -> now);

    private void passes(Duration time) {
        now += time.toNanos();
    }

    @Test
    void it_is_told_of_when_it_begins_and_once_a_minute_while_it_lasts() {
        assertThat(outage.reportIfDue()).contains(Duration.ZERO);
        int reports = 0;
        for (int n = 0; n < 7 * 150; n++) {
            passes(Duration.ofSeconds(1).dividedBy(7));
            if (outage.reportIfDue().isPresent()) reports++;
        }
        assertThat(reports).isEqualTo(2);
    }

    @Test
    void it_says_how_long_it_has_lasted() {
        outage.reportIfDue();
        passes(Duration.ofSeconds(90));
        assertThat(outage.reportIfDue()).contains(Duration.ofSeconds(90));
    }

    @Test
    void the_next_one_is_told_of_at_once() {
        outage.reportIfDue();
        outage.markEnded();
        passes(Duration.ofSeconds(1));
        assertThat(outage.reportIfDue()).contains(Duration.ZERO);
    }
}

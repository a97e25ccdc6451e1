package vesper.http;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import vesper.testing.Eventually;

@DisplayNameGeneration(ReplaceUnderscores.class)
class CollectorPausesTest {
    @Test
    void a_pause_counts_for_two_looks() {
        CollectorPauses pauses = new CollectorPauses();
        long[] told = new long[1];
        Eventually.until("a collection took a millisecond", () -> {
            System.gc();
            told[0] = pauses.lastTwoNanos();
            return told[0] > 0;
        });
        assertThat(pauses.lastTwoNanos()).isGreaterThanOrEqualTo(told[0]);
        Eventually.until("nothing was collected for two looks", () -> pauses.lastTwoNanos() == 0);
    }
}

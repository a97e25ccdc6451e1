package vesper.records.rows;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;

@DisplayNameGeneration(ReplaceUnderscores.class)
class RuleBoundsTest {
    @Test
    void the_limits_of_a_tracked_row_are_in_its_flags() {
        for (RuleBounds bounds : new RuleBounds[] {
            new RuleBounds(true, false, 0), new RuleBounds(false, true, 17), new RuleBounds(true, true, 2_000_000)
        }) {
            long flags = RuleBounds.flags(bounds.headers(), bounds.query(), bounds.bodyBytes());
            assertThat(RuleBounds.of(RowFlags.TRACKED | RowFlags.MONITORED | flags))
                    .isEqualTo(bounds);
        }
        assertThat(RuleBounds.of(RowFlags.TRACKED)).isEqualTo(new RuleBounds(false, false, 0));
    }

    @Test
    void a_row_that_only_the_monitor_recorded_has_no_limits() {
        RuleBounds bounds = RuleBounds.of(RowFlags.MONITORED | RowFlags.REQUEST_CUT);
        assertThat(bounds.headers()).isTrue();
        assertThat(bounds.query()).isTrue();
        assertThat(bounds.bodyBytes()).isGreaterThanOrEqualTo(2_000_000);
    }
}

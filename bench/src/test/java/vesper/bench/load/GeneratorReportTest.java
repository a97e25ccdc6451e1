package vesper.bench.load;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;

@DisplayNameGeneration(ReplaceUnderscores.class)
class GeneratorReportTest {
    private static final LatencyMicros AT_ONCE = new LatencyMicros(5, 10, 100, 500, 900);
    private static final LatencyMicros LATE = new LatencyMicros(5, 10, 10_001, 300_000, 900_000);

    @Test
    void what_leaves_late_though_a_connection_is_free_makes_a_run_a_lower_bound() {
        assertThat(report(AT_ONCE, AT_ONCE, 0, 0.5).isLowerBound()).isFalse();
        assertThat(report(LATE, AT_ONCE, 0, 0.5).isLowerBound()).isTrue();
        assertThat(report(LATE, AT_ONCE, 0, 0.5).isShortOfConnections()).isFalse();
    }

    @Test
    void a_generator_that_computes_all_the_time_makes_a_run_a_lower_bound() {
        assertThat(report(AT_ONCE, AT_ONCE, 0, 0.91).isLowerBound()).isTrue();
    }

    @Test
    void a_generator_without_a_port_to_connect_from_makes_a_run_a_lower_bound() {
        assertThat(new GeneratorReport(
                                AT_ONCE, AT_ONCE, AT_ONCE, AT_ONCE, 10, 10, 4, 1000, 0, 9, 9, 1, new TreeMap<>(), 0.5)
                        .isLowerBound())
                .isTrue();
    }

    @Test
    void a_server_that_keeps_all_connections_does_not() {
        GeneratorReport stalled = report(AT_ONCE, LATE, 0, 0.5);
        GeneratorReport hanging = report(AT_ONCE, AT_ONCE, 50, 0.5);
        assertThat(stalled.isLowerBound()).isFalse();
        assertThat(stalled.isShortOfConnections()).isTrue();
        assertThat(hanging.isLowerBound()).isFalse();
        assertThat(hanging.isShortOfConnections()).isTrue();
    }

    @Test
    void where_connections_are_refused_more_of_them_would_not_help() {
        GeneratorReport hanging = report(AT_ONCE, AT_ONCE, 50, 0.5);
        assertThat(load(hanging, Map.of()).isShortOfConnections()).isTrue();
        assertThat(load(hanging, Map.of(LoadError.CONNECT, 9L)).isShortOfConnections())
                .isFalse();
    }

    private static LoadResult load(GeneratorReport report, Map<LoadError, Long> errors) {
        return new LoadResult(1000, 1, errors, AT_ONCE, Optional.of(report));
    }

    @Test
    void a_closed_loop_has_nothing_that_is_due() {
        GeneratorReport closed = report(LatencyMicros.NONE, LatencyMicros.NONE, 0, 0.5);
        assertThat(closed.isLowerBound()).isFalse();
        assertThat(closed.isShortOfConnections()).isFalse();
    }

    private static GeneratorReport report(LatencyMicros lag, LatencyMicros queued, long missed, double busy) {
        return new GeneratorReport(
                AT_ONCE, AT_ONCE, lag, queued, 10, 10, 4, 1000, missed, 100_000, 100_000, 0, new TreeMap<>(), busy);
    }
}

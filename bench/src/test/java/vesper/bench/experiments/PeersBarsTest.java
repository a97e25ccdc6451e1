package vesper.bench.experiments;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import vesper.bench.BarVerdict;
import vesper.bench.results.RecordsBuilder;

@DisplayNameGeneration(ReplaceUnderscores.class)
class PeersBarsTest {
    /**
     * Returns records with Vesper at 1.1 times the CPU of the floor, below its one peer, and five times as fast when
     * pipelined.
     */
    private static RecordsBuilder allMet() {
        var of = new RecordsBuilder()
                .arm("vesper")
                .arm("vesper pipelined")
                .arm("floor")
                .arm("netty");
        for (int round = 1; round <= 3; round++) {
            of.run(round, "vesper", 98_000, 5.5)
                    .run(round, "vesper pipelined", 490_000, 1)
                    .run(round, "floor", 100_000, 5)
                    .run(round, "netty", 90_000, 7);
        }
        return of;
    }

    @Test
    void every_bar_is_met_by_figures_that_meet_it() {
        assertThat(PeersBars.judge(allMet().records))
                .hasSize(6)
                .allSatisfy(bar -> assertThat(bar.verdict()).isEqualTo("met"));
    }

    @Test
    void a_bar_against_all_peers_names_the_one_that_comes_closest() {
        RecordsBuilder of = allMet().arm("jetty");
        for (int round = 1; round <= 3; round++) of.run(round, "jetty", 196_000, 5);
        List<BarVerdict> bars = PeersBars.judge(of.records);

        BarVerdict cpu = bar(bars, "CPU per request, relative to jetty");
        assertThat(cpu.verdict()).isEqualTo("missed");
        assertThat(cpu.figure().median()).isCloseTo(1.1, within(1e-9));
        assertThat(bar(bars, "requests/s, relative to jetty").figure().median()).isEqualTo(0.5);
    }

    @Test
    void what_was_not_measured_is_neither_met_nor_missed() {
        List<BarVerdict> bars =
                PeersBars.judge(new RecordsBuilder().arm("vesper").run(1, "vesper", 1000, 5).records);
        assertThat(bar(bars, "CPU per request, relative to the floor").verdict())
                .isEqualTo("not measured");
        assertThat(bar(bars, "memory after a run").verdict()).isEqualTo("met");
    }

    @Test
    void without_vesper_there_are_no_bars() {
        assertThat(PeersBars.judge(new RecordsBuilder().arm("floor").run(1, "floor", 1000, 5).records))
                .isEmpty();
    }

    private static BarVerdict bar(List<BarVerdict> bars, String what) {
        return bars.stream()
                .filter(bar -> bar.description().equals(what))
                .findFirst()
                .orElseThrow();
    }
}

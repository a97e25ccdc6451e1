package vesper.bench.results;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import vesper.bench.load.LoadError;

@DisplayNameGeneration(ReplaceUnderscores.class)
class GateTest {
    private static String verdict(String gate) {
        RecordsBuilder of = new RecordsBuilder().arm("tracker-on").arm("off");
        of.run(1, "tracker-on", 950, 12).run(1, "off", 1000, 10);
        return Gate.parse(gate).judge(of.records).verdict();
    }

    @ParameterizedTest
    @CsvSource({
        "ratio(tracker-on/off)>=0.95, met",
        "ratio(tracker-on/off)>0.95, missed",
        "ratio( tracker-on / off ) ≥ 0.96, missed",
        "cpu(tracker-on/off)<=1.2, met",
        "cpu(tracker-on)<12, missed",
        "p99(off)<1ms, met",
        "p99(off)<0.3ms, missed",
        "p99(off)<0.0005s, met",
        "max(off)<=800, met",
        "errors(off)=0, met",
        "rate(off)>=1000, met",
    })
    void a_gate_says_whether_its_bound_holds(String gate, String verdict) {
        assertThat(verdict(gate)).isEqualTo(verdict);
    }

    @ParameterizedTest
    @CsvSource({
        "errors(vesper)=0, missed",
        "errors(vesper)<=4999, missed",
        "errors(vesper)<=5001, met",
        "rate(vesper)>=1000, met",
    })
    void errors_of_one_run_are_not_made_up_for_by_others(String gate, String verdict) {
        RecordsBuilder of = new RecordsBuilder().arm("vesper");
        of.run(1, "vesper", 1000, 5).run(3, "vesper", 1000, 5);
        of.run(1, 2, "vesper", 1000, 5, Map.of(LoadError.TIMEOUT, 5000L));
        of.run(1, 4, "vesper", 1000, 5, Map.of(LoadError.BODY, 1L));
        of.run(5, "vesper", 1000, 5);
        assertThat(Gate.parse(gate).judge(of.records).verdict()).isEqualTo(verdict);
    }

    @Test
    void the_longest_latency_is_that_of_all_runs() {
        RecordsBuilder of = new RecordsBuilder().arm("vesper");
        for (int round = 1; round <= 3; round++) of.slowRun(round, "vesper", round == 2 ? 2_000_000 : 800);
        assertThat(Gate.parse("max(vesper)<10ms").judge(of.records).measured()).startsWith("2,000,000");
        assertThat(Gate.parse("max(vesper)<10ms").judge(of.records).verdict()).isEqualTo("missed");
        assertThat(Gate.parse("max(vesper)<3s").judge(of.records).verdict()).isEqualTo("met");
    }

    @ParameterizedTest
    @CsvSource({
        "fast, is not like",
        "errors(a/b)<=1, errors have no ratio",
        "ratio(a)>=1, needs two arms",
        "ratio(a/b)=>1, is not like",
        "speed(a/b)>1, unknown figure speed; known are ratio",
        "cpu(a)<1ms, unit ms is not allowed here",
        "p99(a/b)<1ms, unit ms is not allowed here",
        "p99(a)<1.2.3, is not a number",
        "p99(a)<..., is not a number",
    })
    void what_cannot_be_meant_is_refused_with_the_reason(String gate, String reason) {
        assertThatThrownBy(() -> Gate.parse(gate))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(reason);
    }

    @Test
    void an_arm_that_does_not_exist_is_named_with_those_that_do() {
        List<String> arms = List.of("on", "off");
        assertThatThrownBy(() -> Gate.parse("ratio(on/of)>1").requireAmong(arms))
                .hasMessageContaining("unknown arm of; known are on, off");
        Gate.parse("ratio(on/off)>1").requireAmong(arms);
        assertThat(List.of(Gate.parse("ratio(on/off)>1").text())).containsExactly("ratio(on/off)>1");
    }

    @ParameterizedTest
    @ValueSource(strings = {"p99(on)<1ms", "errors(on)=0", "max(on)<1s"})
    void what_was_not_measured_neither_holds_nor_fails(String gate) {
        assertThat(Gate.parse(gate)
                        .judge(new RecordsBuilder().arm("on").records)
                        .verdict())
                .isEqualTo("not measured");
    }
}

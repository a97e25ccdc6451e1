package vesper.bench.experiments;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import vesper.bench.design.Level;
import vesper.bench.instrument.Arm;
import vesper.bench.instrument.LoadSpec;
import vesper.bench.instrument.ServerSpec;
import vesper.bench.results.Metric;
import vesper.bench.results.Outcome;
import vesper.bench.results.RecordsBuilder;

@DisplayNameGeneration(ReplaceUnderscores.class)
class FactorChartTest {
    @Test
    void arms_make_a_line_over_the_factor_and_those_without_a_line_are_left() {
        var of = new RecordsBuilder();
        of.records.plan(List.of(arm("vesper", 2000), arm("vesper", 1000), arm("tomcat", 1000), arm("floor", 1000)));
        of.run(1, "vesper at 1000", 900, 5).run(1, "vesper at 2000", 1900, 5).run(1, "tomcat at 1000", 800, 9);
        of.run(1, "floor at 1000", 999, 1);
        Outcome outcome = of.concluded(List.of(), List.of());

        String svg = new FactorChart("rate", Metric.RATE, "Requests (scale 0.1)")
                .of(outcome, arm -> Optional.of(arm.subject().name()).filter(name -> !name.equals("floor")))
                .svg();

        assertThat(svg)
                .contains(
                        "Requests (scale 0.1)",
                        "requests per second, over rate",
                        "data-series=\"vesper\"",
                        "data-series=\"tomcat\"")
                .doesNotContain("floor");
        assertThat(svg.split("<circle", -1)).hasSize(1 + 3);
    }

    private static Arm arm(String server, int rate) {
        var subject = new ServerSpec(
                server, "", List.of("serve"), Map.of(), Path.of("."), true, Duration.ofSeconds(1), List.of());
        return new Arm(
                server + " at " + rate,
                List.of(new Level("server", server), new Level("rate", Integer.toString(rate))),
                subject,
                LoadSpec.get("/", 1));
    }
}

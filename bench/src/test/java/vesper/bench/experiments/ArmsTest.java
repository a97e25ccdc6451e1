package vesper.bench.experiments;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import vesper.bench.BarVerdict;
import vesper.bench.EngineChoice;
import vesper.bench.design.Level;
import vesper.bench.experiments.UuidSetup.Server;
import vesper.bench.instrument.Arm;
import vesper.bench.instrument.Expected;
import vesper.bench.instrument.LoadSpec;
import vesper.bench.instrument.Pace;
import vesper.bench.instrument.Schedule;
import vesper.bench.instrument.ServerSpec;
import vesper.bench.load.Checks;
import vesper.bench.load.LoadError;
import vesper.bench.load.ServiceLevel;
import vesper.bench.results.Contrasts.Group;
import vesper.bench.results.Contrasts.Pair;
import vesper.bench.results.Metric;
import vesper.bench.results.RecordsBuilder;

/** Tests which arms experiments have, their names, and which are compared. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class ArmsTest {
    @TempDir
    Path root;

    @Test
    void uuid_is_a_star_of_each_server_compared_with_the_other_server_and_with_its_own_base() {
        List<Arm> vesper = UuidExperiment.armsOf(Server.vesper(subject("vesper")), false);
        List<Arm> jetty = UuidExperiment.armsOf(Server.jetty(subject("jetty")), false);
        assertThat(vesper)
                .extracting(Arm::name)
                .containsExactly(
                        "vesper base",
                        "vesper method=TIME",
                        "vesper count=10",
                        "vesper count=100",
                        "vesper client threads=1",
                        "vesper client threads=2",
                        "vesper client threads=4",
                        "vesper client threads=8",
                        "vesper client threads=20",
                        "vesper client threads=50",
                        "vesper access log=off",
                        "vesper handlers=event-loop",
                        "vesper handlers=platform",
                        "vesper verb=POST",
                        "vesper keep-alive=off",
                        "vesper method=TIME count=100");
        // Only variants that are started differently have a separate process.
        assertThat(vesper.stream().map(Arm::subject).distinct()).hasSize(4);

        List<Arm> all =
                List.of(vesper.get(0), vesper.get(10), jetty.get(0), jetty.get(10), ArmPairs.repeat(jetty.get(0)));
        assertThat(UuidExperiment.compared(all))
                .extracting(pair -> pair.arm() + " / " + pair.base())
                .containsExactly(
                        "vesper base / jetty base",
                        "vesper access log=off / jetty access log=off",
                        "vesper access log=off / vesper base",
                        "jetty access log=off / jetty base");
    }

    @Test
    void a_uuid_service_that_answers_less_than_it_was_asked_for_is_wrong() {
        List<Arm> arms = UuidExperiment.armsOf(Server.vesper(subject("vesper")), true);
        assertThat(arms).allSatisfy(arm -> {
            int count = arm.name().contains("count=100") ? 100 : 1;
            String answer = "<uuids>" + ("<uuid>" + UUID.randomUUID() + "</uuid>").repeat(count) + "</uuids>";
            assertThat(arm.load().expected())
                    .isEqualTo(new Expected.FixedChecks(
                            new Checks(OptionalInt.of(200), OptionalLong.of(answer.length()), Optional.empty())));
        });
    }

    @Test
    void uuid_measures_the_base_twice_unless_it_is_a_smoke_run() throws Exception {
        ExperimentPlan full = new UuidExperimentOf(Set.of("vesper")).prepared(root, false);
        assertThat(full.arms()).hasSize(17);
        Arm again = full.arms().getLast();
        assertThat(again.name()).isEqualTo("vesper base-again");
        assertThat(again.subject().name()).isEqualTo("vesper-virtual-again");
        assertThat(full.compared().getFirst().repeated()).containsExactly(new Pair("vesper base-again", "vesper base"));
        assertThat(new UuidExperimentOf(Set.of("vesper"))
                        .prepared(root, true)
                        .compared()
                        .getFirst()
                        .repeated())
                .isEmpty();
    }

    private record UuidExperimentOf(Set<String> only) {
        ExperimentPlan prepared(Path root, boolean quick) throws Exception {
            var options = new UuidOptions(ExperimentOptions.of(root, Optional.empty(), quick, true), only);
            return UuidExperiment.of(options).prepare(TestServerSpecs.create(root, quick));
        }
    }

    @Test
    void the_sweep_has_threads_as_a_factor_and_names_httperf_where_it_is_not_installed() throws Exception {
        ExperimentOptions common = ExperimentOptions.of(root, Optional.empty(), false, true);
        SweepExperiment sweep = SweepExperiment.of(new SweepOptions(common, Set.of("vesper"), 0.1, false));
        ExperimentPlan prepared = sweep.prepare(TestServerSpecs.create(root, false));

        assertThat(prepared.arms()).hasSize(10 + 10 + 3);
        Arm slow = prepared.arms().getFirst();
        assertThat(slow.name()).isEqualTo("vesper at 100");
        assertThat(slow.levels()).contains(new Level("threads", "its own"), new Level("connections per second", "100"));
        assertThat(prepared.arms().get(10).levels())
                .contains(new Level("server", "vesper-1"), new Level("threads", "1"));
        assertThat(prepared.compared().getFirst().repeated())
                .extracting(Pair::arm)
                .containsExactly("vesper-again at 100", "vesper-again at 600", "vesper-again at 1000");
        assertThat(prepared.unavailable()).extracting(missing -> missing.name()).containsExactly("httperf");
        assertThat(sweep.chartNote()).isEqualTo("scale 0.1");
        assertThat(sweep.published()).hasSize(3 * 10 * 4).anySatisfy(figure -> {
            assertThat(figure.arm()).isEqualTo("restexpress at 1000");
            assertThat(figure.metric()).isEqualTo(Metric.RATE);
            assertThat(figure.value()).isEqualTo(71142.0);
        });
    }

    @Test
    void peers_compares_under_each_load_and_measures_vesper_twice_under_each() throws Exception {
        ExperimentOptions common = ExperimentOptions.of(root, Optional.empty(), false, true);
        var options = new PeersOptions(common, Set.of("vesper"), OptionalInt.empty(), 64, EngineChoice.OWN);
        List<Arm> arms = PeersExperiment.of(options)
                .prepare(TestServerSpecs.create(root, false))
                .arms();
        assertThat(arms)
                .extracting(Arm::name)
                .containsExactly(
                        "vesper",
                        "vesper pipelined",
                        "vesper at 5000",
                        "vesper-again",
                        "vesper-again pipelined",
                        "vesper-again at 5000");
        assertThat(PeersExperiment.compared(arms))
                .extracting(Group::kind, group -> group.repeated().getFirst().arm())
                .containsExactly(
                        tuple("closed loop", "vesper-again"),
                        tuple("pipelined", "vesper-again pipelined"),
                        tuple("at 5000", "vesper-again at 5000"));
    }

    @Test
    void what_a_user_says_of_the_pace_holds_and_the_rest_stays() {
        Pace own = Pace.FULL.withWindow(Duration.ofMillis(500), 120);
        Pace pace = ExperimentOptions.of(root, Optional.empty(), false, true)
                .withLengths(OptionalInt.empty(), OptionalInt.of(4), OptionalInt.empty())
                .withWarmUp(OptionalInt.of(20))
                .pace(own);
        assertThat(pace).isEqualTo(own.withStarts(4).withWindow(Duration.ofMillis(500), 40));
    }

    @Test
    void a_service_level_is_asked_of_vesper_at_a_rate_and_where_there_is_no_rate_of_all_its_arms() {
        Arm loop = new Arm("vesper", List.of(), subject("vesper"), LoadSpec.get("/", 1));
        Arm due = new Arm(
                "vesper at 5000",
                List.of(),
                subject("vesper"),
                LoadSpec.get("/", 1).withRate(5000));
        Arm other = new Arm(
                "netty at 5000",
                List.of(),
                subject("netty"),
                LoadSpec.get("/", 1).withRate(5000));
        assertThat(ServiceLevelBars.applicableArms(List.of(loop, due, other, ArmPairs.repeat(due))))
                .containsExactly(due);
        assertThat(ServiceLevelBars.applicableArms(List.of(loop, other))).containsExactly(loop);
        Arm byAnotherTool = loop.named("vesper by ab").at(new Schedule.CountedRounds(1));
        assertThat(ServiceLevelBars.applicableArms(List.of(loop, byAnotherTool)))
                .containsExactly(loop);
    }

    @Test
    void a_service_level_is_a_bar_for_each_of_its_objectives() {
        RecordsBuilder of =
                new RecordsBuilder().arm("vesper").run(1, "vesper", 1000, 5).run(2, "vesper", 900, 5);
        assertThat(ServiceLevelBars.judge(ServiceLevel.parse("p99<1ms,rate>=5000"), of.records))
                .extracting(BarVerdict::condition, BarVerdict::verdict)
                .containsExactly(tuple("p99<1ms", "met"), tuple("rate>=5000", "missed"));
        assertThat(ServiceLevelBars.judge(ServiceLevel.parse("errors=0"), new RecordsBuilder().arm("vesper").records))
                .extracting(BarVerdict::verdict)
                .containsExactly("not measured");
    }

    @Test
    void a_service_level_is_not_kept_where_one_run_of_several_did_not_keep_it_from_errors_and_long_answers() {
        RecordsBuilder of = new RecordsBuilder().arm("vesper");
        of.slowRun(1, "vesper", 800).slowRun(2, "vesper", 2_000_000).slowRun(3, "vesper", 800);
        of.run(1, 4, "vesper", 1000, 5, Map.of(LoadError.STATUS, 1L)).run(5, "vesper", 1000, 5);
        assertThat(ServiceLevelBars.judge(ServiceLevel.parse("errors=0,errors<0.01%,max<10ms,p99<1ms"), of.records))
                .extracting(BarVerdict::condition, BarVerdict::verdict)
                .containsExactly(
                        tuple("errors=0", "missed"),
                        tuple("errors<0.01%", "missed"),
                        tuple("max<10ms", "missed"),
                        tuple("p99<1ms", "met"));
    }

    @Test
    void nor_where_a_run_had_no_answers() {
        RecordsBuilder of =
                new RecordsBuilder().arm("vesper").run(1, "vesper", 1000, 5).run(2, "vesper", 1000, 5);
        of.slowRun(3, "vesper", Double.NaN);
        assertThat(ServiceLevelBars.judge(ServiceLevel.parse("max<1s"), of.records))
                .extracting(BarVerdict::verdict)
                .containsExactly("missed");
    }

    private static ServerSpec subject(String name) {
        return new ServerSpec(
                name, "", List.of("serve"), Map.of(), Path.of("."), true, Duration.ofSeconds(1), List.of());
    }
}

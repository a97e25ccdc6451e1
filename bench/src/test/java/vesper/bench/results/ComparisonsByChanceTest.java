package vesper.bench.results;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import vesper.bench.instrument.ExperimentRecords;
import vesper.bench.instrument.RecordedRun;
import vesper.bench.results.Contrasts.Pair;
import vesper.bench.statistics.Verdict;

/**
 * Simulates whole experiments from recorded runs to verdicts. The simulated machine drifts, varies from run to run and
 * is noisy, and every start of a server has its own speed.
 */
@DisplayNameGeneration(ReplaceUnderscores.class)
class ComparisonsByChanceTest {
    private static final int EXPERIMENTS = 4000;
    private static final double NOMINAL = 0.05;
    private static final int ROUNDS = 5;

    private final Random random = new Random(20261124);

    /**
     * A design of an experiment.
     *
     * @param starts number of starts of every server
     * @param apart standard deviation between starts of a server, as a share
     * @param noise standard deviation between runs of a start, as a share
     */
    private record Plan(int arms, int starts, double apart, double noise) {}

    private final class Machine {
        private final double drift = 0.005 * random.nextGaussian();
        private double speed;

        /** Records a run with independent noise in the rate and the CPU time. */
        void run(RecordsBuilder of, int start, int round, String arm, double own, double noise) {
            speed += drift + 0.01 * random.nextGaussian();
            double rate = 1_000_000 * Math.exp(speed + own + noise * random.nextGaussian());
            double cpu = 10 * Math.exp(-speed - own + noise * random.nextGaussian());
            of.run(start, round, arm, Math.round(rate), cpu, Map.of());
        }
    }

    /** @param faster logarithm of the factor by which every arm but the first is faster than the first */
    private ExperimentRecords experiment(Plan plan, double faster) {
        var machine = new Machine();
        var of = new RecordsBuilder();
        List<String> turns = new ArrayList<>(names(plan));
        for (int start = 1; start <= plan.starts; start++) {
            double[] own = random.doubles(plan.arms)
                    .map(_ -> plan.apart * random.nextGaussian())
                    .toArray();
            boolean isSwapped = random.nextBoolean();
            for (int round = 1; round <= ROUNDS; round++) {
                if (plan.arms > 2) Collections.shuffle(turns, random);
                else if (isSwapped || round > 1) Collections.reverse(turns);
                for (String arm : turns) {
                    int index = names(plan).indexOf(arm);
                    machine.run(of, start, round, arm, own[index] + (index == 0 ? 0 : faster), plan.noise);
                }
            }
        }
        return of.records;
    }

    private static List<String> names(Plan plan) {
        return List.of("a", "b", "c", "d").subList(0, plan.arms);
    }

    private static List<Contrast> concluded(Plan plan, ExperimentRecords records) {
        List<Pair> pairs =
                names(plan).stream().skip(1).map(name -> new Pair(name, "a")).toList();
        return RecordsBuilder.contrasts(records, pairs).all();
    }

    private static boolean isDetected(Contrast contrast) {
        return contrast.verdict() == Verdict.FASTER || contrast.verdict() == Verdict.SLOWER;
    }

    /** Rounds of a smoke run are compared one by one, and starts of a full run as a whole. */
    @ParameterizedTest
    @CsvSource({"2,1,0,0.05", "2,3,0,0.05", "2,3,0.02,0.02", "2,5,0.05,0.02", "4,3,0.02,0.02"})
    void of_a_hundred_experiments_on_arms_that_are_the_same_some_five_tell_that_any_of_them_differ(
            int arms, int starts, double apart, double noise) {
        Plan plan = new Plan(arms, starts, apart, noise);
        int alarms = 0;
        int verdicts = 0;
        for (int i = 0; i < EXPERIMENTS; i++) {
            List<Contrast> all = concluded(plan, experiment(plan, 0));
            if (all.stream().anyMatch(contrast -> contrast.adjusted() <= NOMINAL)) alarms++;
            if (all.stream().anyMatch(ComparisonsByChanceTest::isDetected)) verdicts++;
        }
        assertThat(alarms / (double) EXPERIMENTS).isBetween(0.03, 0.07);
        // A difference below the floor is no verdict, however certain it is.
        assertThat(verdicts).isLessThanOrEqualTo(alarms);
    }

    /** Compares the same runs, first as they are, then as if each had been made after a separate start. */
    @Test
    void runs_of_one_start_are_not_taken_for_independent() {
        Plan plan = new Plan(2, 3, 0.03, 0.02);
        int alarms = 0;
        int alarmsOfRounds = 0;
        for (int i = 0; i < EXPERIMENTS; i++) {
            ExperimentRecords records = experiment(plan, 0);
            if (concluded(plan, records).stream().anyMatch(ComparisonsByChanceTest::isDetected)) alarms++;
            if (concluded(plan, apart(records)).stream().anyMatch(ComparisonsByChanceTest::isDetected))
                alarmsOfRounds++;
        }
        assertThat(alarms / (double) EXPERIMENTS).isLessThan(0.07);
        assertThat(alarmsOfRounds / (double) EXPERIMENTS).isGreaterThan(0.2);
    }

    private static ExperimentRecords apart(ExperimentRecords records) {
        var apart = new ExperimentRecords();
        records.runs().stream()
                .map(run -> new RecordedRun(run.start() * ROUNDS + run.round(), 1, run.arm(), run.observation()))
                .forEach(apart::record);
        return apart;
    }

    @Test
    void a_difference_that_is_there_is_told_and_in_the_right_direction() {
        Plan plan = new Plan(2, 3, 0.005, 0.01);
        int detected = 0;
        for (int i = 0; i < EXPERIMENTS; i++) {
            List<Contrast> all = concluded(plan, experiment(plan, 0.1));
            assertThat(all).extracting(Contrast::verdict).doesNotContain(Verdict.SLOWER, Verdict.SAME);
            if (all.stream().allMatch(ComparisonsByChanceTest::isDetected)) detected++;
        }
        assertThat(detected / (double) EXPERIMENTS).isGreaterThan(0.8);
    }
}

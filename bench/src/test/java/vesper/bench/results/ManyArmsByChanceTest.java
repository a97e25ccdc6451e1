package vesper.bench.results;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import vesper.bench.results.Contrasts.Group;
import vesper.bench.results.Contrasts.Pair;
import vesper.bench.statistics.Verdict;
import vesper.testing.Rounds;

/**
 * Simulates experiments with many servers at their usual pace, three starts with five rounds, from recorded runs to
 * verdicts. One server is compared with all others under three kinds of load, on a simulated machine that drifts and
 * varies.
 */
@DisplayNameGeneration(ReplaceUnderscores.class)
class ManyArmsByChanceTest {
    private static final int EXPERIMENTS = Rounds.of("VESPER_MANY_ARMS_EXPERIMENTS", 100, 300);
    private static final int STARTS = 3;
    private static final int ROUNDS = 5;
    private static final double NOISE = 0.01;
    private static final double NOMINAL = 0.05;
    private static final List<String> LOADS = List.of("", " pipelined", " at 5000");
    private static final int AGAIN = 1;

    private final Random random = new Random(20261125);

    /** One experiment. The first server is compared with all others, and the second is a repetition of the first. */
    private final class Experiment {
        private final double[] apart;
        private final double faster;
        private final double noise;
        private final RecordsBuilder of = new RecordsBuilder();
        private final double drift;
        private double speed;

        /**
         * @param apart standard deviation between starts of each server, as a share
         * @param faster logarithm of the factor by which each server but the first two is faster than those
         * @param noise standard deviation between runs of a start, as a share, in addition to the machine's variation
         */
        Experiment(double[] apart, double faster, double noise) {
            this.apart = apart;
            this.faster = faster;
            this.noise = noise;
            this.drift = noise / 10 * random.nextGaussian();
        }

        List<Contrast> concluded() {
            record();
            return Contrasts.of(of.records, LOADS.stream().map(this::group).toList())
                    .all();
        }

        /** Compares all loads as one kind, and also a server under one load with itself under another. */
        List<Contrast> concludedTogether() {
            record();
            List<Pair> compared = new ArrayList<>();
            for (String load : LOADS) {
                compared.addAll(group(load).compared());
                if (!load.equals(LOADS.getFirst())) compared.add(new Pair(name(0, load), name(0, LOADS.getFirst())));
            }
            return RecordsBuilder.contrasts(of.records, compared).all();
        }

        private void record() {
            for (int server = 0; server < apart.length; server++) {
                for (String load : LOADS) of.arm(name(server, load));
            }
            for (int start = 1; start <= STARTS; start++) start(start);
        }

        private void start(int start) {
            double[] own = Arrays.stream(apart)
                    .map(share -> share * random.nextGaussian())
                    .toArray();
            List<Runnable> turns = new ArrayList<>();
            for (int round = 1; round <= ROUNDS; round++) {
                int number = round;
                turns.clear();
                for (int server = 0; server < apart.length; server++) {
                    int index = server;
                    for (String load : LOADS) turns.add(() -> run(start, number, index, load, own[index]));
                }
                Collections.shuffle(turns, random);
                turns.forEach(Runnable::run);
            }
        }

        private void run(int start, int round, int server, String load, double own) {
            speed += drift + noise / 2 * random.nextGaussian();
            double better = own + (server > AGAIN ? faster : 0);
            double rate = 1_000_000 * Math.exp(speed + better + noise * random.nextGaussian());
            double cpu = 10 * Math.exp(-speed - better + noise * random.nextGaussian());
            of.run(start, round, name(server, load), Math.round(rate), cpu, Map.of());
        }

        private Group group(String load) {
            List<Pair> compared = new ArrayList<>();
            for (int server = AGAIN + 1; server < apart.length; server++)
                compared.add(new Pair(name(server, load), name(0, load)));
            return new Group(load, compared, List.of(new Pair(name(AGAIN, load), name(0, load))));
        }

        private static String name(int server, String load) {
            return "server" + server + load;
        }
    }

    private static double[] alike(int servers, double apart) {
        double[] all = new double[servers];
        Arrays.fill(all, apart);
        return all;
    }

    private static boolean isTold(Contrast contrast) {
        return contrast.verdict() == Verdict.FASTER || contrast.verdict() == Verdict.SLOWER;
    }

    private double[] apart(String how) {
        double[] all = alike(11, 0.015);
        switch (how) {
            case "alike" -> {}
            case "one that hardly differs" -> all[5] = 0.002;
            case "some steadier" -> Arrays.fill(all, 8, 11, 0.004);
            case "from half to twice" -> {
                for (int i = 2; i < all.length; i++) all[i] *= Math.pow(2, (i - 6) / 4.0);
            }
            case "one much less steady" -> all[5] = 0.06;
            case "a base that is less steady" -> Arrays.fill(all, 0, 2, 0.03);
            default -> throw new IllegalArgumentException(how);
        }
        return all;
    }

    @ParameterizedTest
    @CsvSource({
        "alike, 0.03, 0.07",
        "one that hardly differs, 0.03, 0.07",
        "some steadier, 0.03, 0.07",
        "from half to twice, 0.03, 0.07",
        "one much less steady, 0, 0.07",
        "a base that is less steady, 0.05, 0.13",
    })
    void servers_that_are_the_same_are_told_to_differ_as_rarely_as_said_and_hardly_ever_any_of_all(
            String how, double least, double most) {
        int compared = 0;
        int alarms = 0;
        int families = 0;
        int verdicts = 0;
        for (int i = 0; i < EXPERIMENTS; i++) {
            List<Contrast> all = new Experiment(apart(how), 0, NOISE).concluded();
            compared += all.size();
            alarms += (int)
                    all.stream().filter(each -> each.effect().p() <= NOMINAL).count();
            if (all.stream().anyMatch(each -> each.adjusted() <= NOMINAL)) families++;
            if (all.stream().anyMatch(ManyArmsByChanceTest::isTold)) verdicts++;
        }
        assertThat(alarms / (double) compared).isBetween(least, most);
        assertThat(families / (double) EXPERIMENTS).isLessThan(0.07);
        assertThat(verdicts).isLessThanOrEqualTo(families);
    }

    /** Arms in one process share its start, so that only processes give independent figures. */
    @Test
    void arms_that_share_a_process_are_not_taken_for_independent() {
        int compared = 0;
        int alarms = 0;
        for (int i = 0; i < EXPERIMENTS; i++) {
            List<Contrast> all = new Experiment(alike(3, 0.03), 0, NOISE).concludedTogether();
            compared += all.size();
            alarms += (int)
                    all.stream().filter(each -> each.effect().p() <= NOMINAL).count();
        }
        assertThat(alarms / (double) compared).isBetween(0.03, 0.07);
    }

    /** The difference equals the floor, which is the smallest one that counts. */
    @Test
    void what_differs_is_hardly_ever_called_the_same_in_any_of_all_comparisons() {
        int mistaken = 0;
        int alike = 0;
        for (int i = 0; i < EXPERIMENTS; i++) {
            List<Contrast> all = new Experiment(alike(11, 0.0005), Math.log(1.01), 0.001).concluded();
            if (all.stream().anyMatch(each -> each.verdict() == Verdict.SAME)) mistaken++;
            List<Contrast> same = new Experiment(alike(11, 0.0005), 0, 0.001).concluded();
            if (same.stream().allMatch(each -> each.verdict() == Verdict.SAME)) alike++;
        }
        assertThat(mistaken / (double) EXPERIMENTS).isLessThan(0.07);
        assertThat(alike / (double) EXPERIMENTS).isGreaterThan(0.9);
    }

    @ParameterizedTest
    @CsvSource({"11, 0.01, 0.9", "11, 0.02, 0.8", "7, 0.01, 0.9", "7, 0.02, 0.7"})
    void a_tenth_is_told_among_all_that_is_compared(int servers, double apart, double often) {
        int compared = 0;
        int detected = 0;
        for (int i = 0; i < EXPERIMENTS / 2; i++) {
            List<Contrast> all = new Experiment(alike(servers, apart), Math.log(1.1), NOISE).concluded();
            compared += all.size();
            detected += (int) all.stream()
                    .filter(each -> each.verdict() == Verdict.FASTER)
                    .count();
            assertThat(all).extracting(Contrast::verdict).doesNotContain(Verdict.SLOWER);
        }
        assertThat(detected / (double) compared).isGreaterThan(often);
    }
}

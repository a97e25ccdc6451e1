package vesper.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;

/**
 * Request smuggling needs two servers that understand the same bytes differently. So whenever we accept a request,
 * Netty and Jetty must either refuse it or see the same one: method, target, host, fields, content, and start of the
 * next request. Requests that they accept and we refuse are harmless.
 *
 * <p>Compares {@value #INPUTS} mutated inputs, or as many as fit into {@code VESPER_FUZZ_SECONDS}, which
 * {@code scripts/fuzz.sh} sets; {@code VESPER_FUZZ_SEED} repeats a run.
 */
@DisplayNameGeneration(ReplaceUnderscores.class)
class DifferentialTest {
    private static final int LARGEST_EXAMPLE = 300;
    private static final int INPUTS = 15_000;

    @Test
    void every_scenario_means_the_same_to_others_where_they_accept_it() throws IOException {
        for (byte[] traffic : examples(Integer.MAX_VALUE)) compare(traffic, "a scenario");
    }

    @Test
    void mutated_traffic_means_the_same_to_others_where_they_accept_it() throws IOException {
        long seed = Optional.ofNullable(System.getenv("VESPER_FUZZ_SEED"))
                .map(Long::valueOf)
                .orElse(System.nanoTime());
        Optional<Long> seconds =
                Optional.ofNullable(System.getenv("VESPER_FUZZ_SECONDS")).map(Long::valueOf);
        System.out.println("DifferentialTest seed " + seed);
        TrafficMutator mutator = new TrafficMutator(examples(LARGEST_EXAMPLE), seed);
        long end = System.nanoTime() + seconds.orElse(0L) * 1_000_000_000L;
        int compared = 0;
        int accepted = 0;
        while (seconds.isPresent() ? System.nanoTime() < end : compared < INPUTS) {
            accepted += compare(mutator.next(), "seed " + seed + ", input " + compared++);
        }
        System.out.println(
                "DifferentialTest compared " + compared + " inputs, with " + accepted + " requests accepted");
        assertThat(accepted).isPositive();
    }

    /** Returns the number of requests that we accepted. */
    private static int compare(byte[] traffic, String name) {
        Understood ours = OurParser.atOnce(traffic);
        if (traffic.length <= LARGEST_EXAMPLE) {
            for (int cut = 1; cut < traffic.length; cut++)
                if (!OurParser.cutAt(traffic, cut).equals(ours))
                    differ(traffic, name, "cut at " + cut, ours, OurParser.cutAt(traffic, cut));
        }
        if (!OurParser.byteByByte(traffic).equals(ours))
            differ(traffic, name, "byte by byte", ours, OurParser.byteByByte(traffic));
        check(traffic, name, "Netty", ours, NettyParser.read(traffic));
        check(traffic, name, "Jetty", ours, JettyParser.read(traffic));
        return ours.messages().size();
    }

    private static void check(byte[] traffic, String name, String other, Understood ours, Understood theirs) {
        int both = Math.min(ours.messages().size(), theirs.messages().size());
        boolean same = ours.messages().subList(0, both).equals(theirs.messages().subList(0, both));
        // A parser that accepts fewer requests has refused the next one, or else believes that the last one has not
        // ended.
        boolean weAcceptMore = ours.messages().size() > both && !theirs.refused();
        boolean theyAcceptMore = theirs.messages().size() > both && !ours.refused();
        if (!same || weAcceptMore || theyAcceptMore) differ(traffic, name, other, ours, theirs);
    }

    private static void differ(byte[] traffic, String name, String other, Understood ours, Understood theirs) {
        fail("%s\n%s\n%s: ours  %s\n%s: theirs %s", name, escaped(traffic), other, ours, other, theirs);
    }

    private static String escaped(byte[] traffic) {
        StringBuilder text = new StringBuilder();
        for (byte b : traffic) {
            if (b == '\r') text.append("\\r");
            else if (b == '\n') text.append("\\n");
            else if (b >= ' ' && b < 127) text.append((char) b);
            else text.append("\\x%02x".formatted(b));
        }
        return text.toString();
    }

    private static List<byte[]> examples(int largest) throws IOException {
        List<byte[]> examples = new ArrayList<>();
        for (String file : ScenarioTest.FILES)
            for (Scenario scenario : Scenario.in(file))
                if (scenario.sent().length <= largest) examples.add(scenario.sent());
        return examples;
    }
}

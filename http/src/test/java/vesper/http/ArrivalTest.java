package vesper.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import vesper.testing.Rounds;

/**
 * The way bytes are split into packets must not matter: the same bytes get the same responses.
 *
 * <p>A second connection to the only event loop proves that the first part was read before the next is sent: sockets
 * are served in the order in which they became readable.
 */
@DisplayNameGeneration(ReplaceUnderscores.class)
class ArrivalTest {
    private static final int LARGEST_CUT_EVERYWHERE = 400;
    private static final int RANDOM_ROUNDS = 60;

    /** A scenario is cut at each of its bytes that has its turn; in the long form all of them have it. */
    private static final int TURNS = Rounds.of("VESPER_ARRIVAL_TURNS", 4, 1);

    @ParameterizedTest
    @EnumSource
    void valid_requests_cut_at_every_byte_get_the_same_answers(Mode mode) throws IOException {
        try (HttpServer server = mode.start(new EchoHandler());
                Client probe = Client.connect(server);
                Client client = Client.connect(server)) {
            for (Scenario scenario : valid()) {
                byte[] sent = scenario.sent();
                // The modes share the parser, so each cuts at the bytes that the other three leave out.
                for (int cut = 1 + mode.ordinal() % TURNS; cut < sent.length; cut += TURNS) {
                    client.send(sent, 0, cut);
                    probe.get("/probe");
                    client.send(sent, cut, sent.length);
                    expect(scenario, client, "cut at " + cut);
                }
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void valid_requests_that_come_byte_by_byte_get_the_same_answers(Mode mode) throws IOException {
        try (HttpServer server = mode.start(new EchoHandler());
                Client client = Client.connect(server)) {
            for (Scenario scenario : valid()) {
                byte[] sent = scenario.sent();
                for (int i = 0; i < sent.length; i++) client.send(sent, i, i + 1);
                expect(scenario, client, "byte by byte");
            }
        }
    }

    @Test
    void refused_requests_cut_at_every_byte_are_refused_the_same_way() throws IOException {
        try (HttpServer server = Mode.VIRTUAL.start(new EchoHandler());
                Client probe = Client.connect(server)) {
            int turn = 0;
            for (Scenario scenario : refused()) {
                byte[] sent = scenario.sent();
                for (int cut = 1 + turn++ % TURNS; cut < sent.length; cut += TURNS) {
                    try (Client client = Client.connect(server)) {
                        client.send(sent, 0, cut);
                        probe.get("/probe");
                        client.send(sent, cut, sent.length);
                        expect(scenario, client, "cut at " + cut);
                        assertThat(client.isAtEnd()).isTrue();
                    }
                }
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void pipelined_requests_cut_at_random_get_the_same_answers_in_order(Mode mode) throws IOException {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        List<Scenario> valid = valid();
        try (HttpServer server = mode.start(new TestSettings().pipelined(4).build(), new EchoHandler());
                Client probe = Client.connect(server);
                Client client = Client.connect(server)) {
            for (int round = 0; round < RANDOM_ROUNDS; round++) {
                List<Scenario> stream = new ArrayList<>();
                ByteArrayOutputStream sent = new ByteArrayOutputStream();
                for (int i = 1 + random.nextInt(12); i > 0; i--) {
                    Scenario scenario = valid.get(random.nextInt(valid.size()));
                    stream.add(scenario);
                    sent.writeBytes(scenario.sent());
                }
                sendInParts(sent.toByteArray(), random, client, probe);
                for (Scenario scenario : stream) expect(scenario, client, "seed " + seed + ", round " + round);
            }
        }
    }

    private static void sendInParts(byte[] bytes, Random random, Client client, Client probe) throws IOException {
        int[] cuts = random.ints(random.nextInt(8), 0, bytes.length).sorted().toArray();
        int from = 0;
        for (int cut : cuts) {
            client.send(bytes, from, cut);
            if (random.nextBoolean()) probe.get("/probe");
            from = cut;
        }
        client.send(bytes, from, bytes.length);
    }

    private static void expect(Scenario scenario, Client client, String circumstance) {
        try {
            for (Scenario.Expect expected : scenario.answers()) {
                ScenarioTest.check(client.read(expected.head() ? Method.HEAD : Method.GET), expected);
            }
        } catch (IOException | AssertionError e) {
            fail(scenario.name() + ", " + circumstance + ", " + Arrays.toString(scenario.sent()), e);
        }
    }

    private static List<Scenario> valid() throws IOException {
        return small().filter(scenario -> scenario.answers().stream().noneMatch(Scenario.Expect::closes))
                .toList();
    }

    private static List<Scenario> refused() throws IOException {
        return small().filter(scenario -> scenario.answers().getLast().status() >= 400
                        && scenario.answers().getLast().closes())
                .toList();
    }

    private static Stream<Scenario> small() throws IOException {
        List<Scenario> all = new ArrayList<>();
        for (String file : ScenarioTest.FILES) all.addAll(Scenario.in(file));
        return all.stream()
                .filter(scenario -> scenario.sent().length <= LARGEST_CUT_EVERYWHERE
                        && !scenario.name().contains("100")
                        && !scenario.name().contains("a handler that fails"));
    }
}

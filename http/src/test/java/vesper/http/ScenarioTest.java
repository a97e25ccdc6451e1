package vesper.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.DynamicContainer;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import vesper.testing.Eventually;

/** The requirements of RFC 9112 and RFC 9110 on an origin server, case by case from {@code src/test/scenarios}. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class ScenarioTest {
    static final List<String> FILES = List.of(
            "start-line.txt",
            "headers.txt",
            "content.txt",
            "connections.txt",
            "rfc9110.txt",
            "rfc9112.txt",
            "smuggling.txt");
    private static final int LEAST_CASES = 300;
    private static final List<HttpServer> STARTED = new ArrayList<>();

    @AfterAll
    static void stop() {
        STARTED.forEach(HttpServer::close);
    }

    @TestFactory
    Stream<DynamicContainer> every_mode_plays_every_scenario() throws IOException {
        List<Scenario> scenarios = new ArrayList<>();
        for (String file : FILES) scenarios.addAll(Scenario.in(file));
        List<DynamicContainer> modes = new ArrayList<>();
        for (Mode mode : Mode.values()) {
            HttpServer server = mode.start(new EchoHandler());
            STARTED.add(server);
            Stream<DynamicTest> tests = scenarios.stream()
                    .filter(scenario -> mode.streamsBodies() || !scenario.virtualOnly())
                    .map(scenario -> DynamicTest.dynamicTest(scenario.name(), () -> play(scenario, server)));
            modes.add(DynamicContainer.dynamicContainer(mode.name(), tests));
        }
        return modes.stream();
    }

    @Test
    void every_case_is_another_and_names_the_section_it_comes_from() throws IOException {
        List<String> names = new ArrayList<>();
        for (String file : FILES) Scenario.in(file).forEach(scenario -> names.add(scenario.name()));
        assertThat(names).hasSizeGreaterThan(LEAST_CASES).doesNotHaveDuplicates();
        assertThat(names).allMatch(name -> name.matches(".* \\((RFC [0-9]{4}|WHATWG URL), .*\\)"));
    }

    private static void play(Scenario scenario, HttpServer server) throws IOException {
        boolean closes = false;
        try (Client client = Client.connect(server)) {
            for (Scenario.Step step : scenario.steps()) {
                switch (step) {
                    case Scenario.Send(var bytes) -> client.send(bytes);
                    case Scenario.Interim() ->
                        assertThat(client.read().status()).isEqualTo(100);
                    case Scenario.Expect expected -> {
                        check(client.read(expected.head() ? Method.HEAD : Method.GET), expected);
                        closes = expected.closes();
                    }
                }
            }
            if (closes) assertThat(client.isAtEnd()).as("at end").isTrue();
            else assertThat(client.get("/one/more").text()).isEqualTo("GET /one/more");
        }
        Eventually.until("no exchange is left", () -> server.exchanges() == 0);
    }

    static void check(Answer answer, Scenario.Expect expected) {
        assertThat(answer.status()).as(answer.text()).isEqualTo(expected.status());
        assertThat(answer.closes()).as("says close").isEqualTo(expected.closes());
        assertThat(answer.headers().all("Date"))
                .singleElement()
                .asString()
                .matches("[A-Z][a-z]{2}, [0-9]{2} [A-Z][a-z]{2} [0-9]{4} [0-9]{2}:[0-9]{2}:[0-9]{2} GMT");
        expected.content().ifPresent(content -> assertThat(answer.text()).isEqualTo(content));
        assertThat(answer.headers().toString().lines()).containsAll(expected.fields());
        for (String name : expected.missing())
            assertThat(answer.headers().all(name)).as(name).isEmpty();
        if (answer.status() >= 400 && !expected.head())
            assertThat(answer.text())
                    .contains("\"status\" : " + answer.status())
                    .doesNotContain("Exception", "\tat ");
    }
}

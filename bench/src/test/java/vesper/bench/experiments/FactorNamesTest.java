package vesper.bench.experiments;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import vesper.bench.design.Design;
import vesper.bench.design.Factor.Choice;
import vesper.bench.design.Variant;
import vesper.bench.instrument.Expected;
import vesper.bench.instrument.LoadSpec;
import vesper.bench.instrument.ServerSpec;
import vesper.bench.load.Arrivals;

@DisplayNameGeneration(ReplaceUnderscores.class)
class FactorNamesTest {
    @TempDir
    Path root;

    private ServerSpecs serverSpecs;

    @BeforeEach
    void open() throws IOException {
        serverSpecs = TestServerSpecs.create(root, false);
    }

    /** Returns the setup with the last value of the factor. */
    private FactorsSetup last(String factor) throws IOException, InterruptedException {
        var base = new FactorsSetup(
                serverSpecs.vesper().orElseThrow(), LoadSpec.get("/a", 64), FactorsSetup.RequestSetup.PLAIN);
        List<Variant<FactorsSetup>> variants = Design.full(
                base, List.of(new FactorNames(serverSpecs, false).parse(factor).orElseThrow()));
        return variants.getLast().setup();
    }

    @Test
    void factors_of_the_client_change_how_it_drives() throws Exception {
        assertThat(last("connections=64,8").drive().connections()).isEqualTo(8);
        assertThat(last("pipelining=1,16").drive().pipelining()).isEqualTo(16);
        assertThat(last("threads=1,2").drive().threads()).isEqualTo(2);
        assertThat(last("keep-alive=on,off").drive().keepAlive()).isFalse();
        assertThat(last("path=/a,/b?c=d").drive().path()).isEqualTo("/b?c=d");
        assertThat(last("rate=0,5000").drive().arrivals()).contains(Arrivals.constant(5000));
        assertThat(last("rate=5000,0").drive().arrivals()).isEmpty();
    }

    @Test
    void answers_are_looked_at_hello_as_it_is_known_and_others_as_the_base_is_answered() throws Exception {
        assertThat(last("connections=64,8").drive().expected()).isEqualTo(Expected.asFirst("GET", new byte[0]));
        assertThat(last("method=GET,PUT").drive().expected()).isEqualTo(Expected.asFirst("PUT", new byte[0]));
        assertThat(last("path=/a," + Hello.PATH).drive().expected()).isInstanceOf(Expected.FixedChecks.class);
    }

    @Test
    void arms_are_called_neither_after_secrets_nor_after_places_on_this_machine() throws Exception {
        Path file = Files.writeString(root.resolve("order.json"), "{}");
        var names = new FactorNames(serverSpecs, false);
        assertThat(values(names, "body=none," + file)).containsExactly("none", "./order.json");
        assertThat(values(names, "jvm=-Dapi.key=hunter2,none")).containsExactly("-Dapi.key=***", "none");
        assertThat(values(names, "mail.password=hunter2")).containsExactly("***");
        assertThat(last("jvm=none,-Dapi.key=hunter2").subject().environment())
                .containsEntry("VESPER_JAVA_OPTS", "-Dapi.key=hunter2");
    }

    private static List<String> values(FactorNames names, String factor) throws Exception {
        return names.parse(factor).orElseThrow().choices().stream()
                .map(Choice::value)
                .toList();
    }

    @Test
    void arrivals_are_drawn_at_the_rate_whichever_factor_comes_first() throws Exception {
        var base = new FactorsSetup(
                serverSpecs.vesper().orElseThrow(), LoadSpec.get("/a", 64), FactorsSetup.RequestSetup.PLAIN);
        var names = new FactorNames(serverSpecs, false);
        for (List<String> order :
                List.of(List.of("arrivals=poisson", "rate=700"), List.of("rate=700", "arrivals=poisson"))) {
            FactorsSetup setup = Design.full(
                            base,
                            List.of(
                                    names.parse(order.get(0)).orElseThrow(),
                                    names.parse(order.get(1)).orElseThrow()))
                    .getFirst()
                    .setup();
            Arrivals arrivals = setup.drive().arrivals().orElseThrow();
            assertThat(arrivals.isPoisson()).isTrue();
            assertThat(arrivals.ratePerSecond()).isEqualTo(700);
        }
    }

    @Test
    void factors_of_the_server_change_how_it_is_started() throws Exception {
        assertThat(last("heap=256m,64m").subject().environment()).containsEntry("VESPER_JAVA_OPTS", "-Xmx64m");
        assertThat(last("jvm=none,-Xint").subject().environment()).containsEntry("VESPER_JAVA_OPTS", "-Xint");
        assertThat(last("jvm=-Xint,none").subject().environment()).isEmpty();
        assertThat(last("http.threads.loops=2,1").subject().command()).endsWith("--set", "http.threads.loops=1");
        assertThat(last("tracker=off,on").subject().setupRequests())
                .containsExactly(new ServerSpec.SetupRequest("PUT", "/admin/tracker/enabled", "true"));
        assertThat(last("monitor=on,off").subject().setupRequests())
                .extracting(ServerSpec.SetupRequest::path)
                .containsExactly("/admin/monitor/rules", "/admin/monitor/enabled");
    }

    @Test
    void a_body_is_a_file_and_is_posted_unless_a_method_is_named() throws Exception {
        Path file = Files.writeString(root.resolve("order.json"), "{}");
        FactorsSetup setup = last("body=none," + file);
        assertThat(setup.request().body())
                .hasValueSatisfying(body -> assertThat(body).hasSize(2));
        assertThat(setup.request().method()).isEmpty();
        assertThat(last("method=GET,PUT").request().method()).contains("PUT");
    }

    @Test
    void a_server_that_cannot_be_had_here_is_told_and_is_no_choice() throws Exception {
        assertThat(new FactorNames(serverSpecs, false).parse("server=go")).isEmpty();
        assertThat(new FactorNames(serverSpecs, false)
                        .parse("server=vesper,go")
                        .orElseThrow()
                        .choices())
                .hasSize(1);
        assertThat(serverSpecs.unavailable())
                .extracting(missing -> missing.name() + ": " + missing.reason())
                .containsOnly("go: go is not on the PATH");
    }

    @Test
    void arms_are_not_made_of_another_base_than_was_asked_for_nor_of_a_list_with_a_gap() throws Exception {
        assertThat(new FactorNames(serverSpecs, false).parse("server=go,vesper"))
                .isEmpty();
        assertThat(new FactorNames(serverSpecs, true).parse("server=vesper,go")).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    tracker               | is not like NAME=VALUE
                    tracker=              | is not like NAME=VALUE
                    =on                   | is not like NAME=VALUE
                    tracker=of            | factor tracker is off or on, not of
                    arrivals=even         | factor arrivals is constant or poisson, not even
                    connections=many      | factor connections needs a number, not many
                    path=a                | path a must start with a single /
                    body=/nowhere/at/all  | file not found
                    server=nety           | unknown server nety; known are vesper, floor
                    revision=--help       | is not a revision
                    tracker=on,on         | choices of tracker
                    """)
    void a_mistake_is_named(String factor, String words) {
        assertThatThrownBy(() -> new FactorNames(serverSpecs, false).parse(factor))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(words);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    FULL  | arrivals=constant,poisson      | arrivals need a rate
                    SWEEP | rate=1,2 connections=1,2       | one factor with several values, not 2
                    FULL  | rate=1 rate=2                  | duplicate factors
                    FULL  | server=vesper,go tracker=on    | only Vesper has tracker
                    """)
    void what_does_not_go_together_is_refused(FactorsOptions.Form form, String factors, String words) {
        assertThatThrownBy(() -> options(form, factors))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(words);
        assertThat(options(FactorsOptions.Form.FULL, "server=vesper tracker=off,on")
                        .factors())
                .hasSize(2);
    }

    private FactorsOptions options(FactorsOptions.Form form, String factors) {
        ExperimentOptions common = ExperimentOptions.of(root, Optional.empty(), true, true);
        return new FactorsOptions(common, "/", 1, form, List.of(factors.split(" ", -1)), Optional.empty());
    }
}

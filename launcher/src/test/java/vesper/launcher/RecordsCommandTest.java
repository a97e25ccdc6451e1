package vesper.launcher;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.net.http.HttpRequest;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import vesper.launcher.server.StopSignal;
import vesper.testing.Eventually;

@Timeout(120)
@DisplayNameGeneration(ReplaceUnderscores.class)
class RecordsCommandTest {
    private static final String ID = "[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}";
    private static final String TIME = "\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{3}Z";

    @TempDir
    static Path folder;

    private static RunningVesper vesper;
    private static RecordsClient client;

    @BeforeAll
    static void start() throws Exception {
        vesper = RunningVesper.serving(
                EchoPackage.in(folder),
                folder.resolve("data"),
                "tracker.enabled=true",
                "admin.token=s3cret",
                "admin.loopback=trusted");
        client = new RecordsClient(vesper.address());
        for (int i = 0; i < 3; i++) client.json("POST", "/api/echo", "{\"word\":\"kiwi" + i + "\",\"kind\":\"fruit\"}");
        client.get("/api/echo?echo=fruit");
        client.get("/api/echo?fruit=missing");
        client.await("fruit", found -> found.size() == 5);
    }

    @AfterAll
    static void stop() throws Exception {
        client.close();
        assertThat(vesper.stop()).isZero();
    }

    @Test
    void hits_are_a_line_each_with_the_newest_first() {
        CommandRun run = records("fruit");

        assertThat(run.exitCode()).isZero();
        assertThat(run.err()).isEmpty();
        List<String> lines = run.out().lines().toList();
        assertThat(lines).hasSize(5);
        assertThat(lines.getFirst())
                .matches(TIME + "  " + ID + "  ERROR      400  \\S+ +GET   /api/echo\\?fruit=missing");
        assertThat(lines.getLast()).matches(TIME + "  " + ID + "  PROCESSED  200  \\S+ +POST  /api/echo");
    }

    @Test
    void lines_fit_the_terminal() {
        String url = client.url();
        CommandRun narrow = CommandRun.in(Map.of("COLUMNS", "84"), "records", "fruit", "--url", url);
        CommandRun wide = CommandRun.in(Map.of("COLUMNS", "200"), "records", "fruit", "--url", url);

        assertThat(narrow.out().lines()).hasSize(5).allMatch(line -> line.length() <= 84);
        assertThat(narrow.out()).containsPattern("(?m)^\\d\\d:\\d\\d:\\d\\d  " + ID + "  ");
        assertThat(wide.out()).isEqualTo(records("fruit").out());
    }

    @Test
    void one_hit_is_shown_whole_and_so_is_one_that_is_named_by_its_id() {
        CommandRun byWord = records("kiwi1");
        String id = byWord.out().split(" ")[1];

        assertThat(byWord.out())
                .containsSubsequence("PROCESSED", "POST /api/echo", "RECEIVED", "kiwi1", "PROCESSED", "kiwi1");
        assertThat(records(id).out()).isEqualTo(byWord.out());
        assertThat(JsonText.read(records(id, "--json").out()).path("id").asString())
                .isEqualTo(id);
    }

    @Test
    void each_is_shown_whole_where_that_is_asked() {
        assertThat(records("kiwi*", "--whole").out().split("\n\n"))
                .hasSize(3)
                .allMatch(one -> one.contains("RECEIVED"));
    }

    @Test
    void json_is_one_answer_with_an_item_to_a_line() {
        CommandRun run = records("fruit", "--json", "--count", "--facets", "status", "--limit", "2");

        JsonNode answer = JsonText.read(run.out());
        assertThat(answer.path("items")).hasSize(2);
        assertThat(answer.path("total").asInt()).isEqualTo(5);
        assertThat(answer.path("facets").path("status").path("200").asInt()).isEqualTo(4);
        assertThat(answer.path("next").asString()).isNotEmpty();
        assertThat(run.out().lines()).hasSize(4);
        assertThat(JsonText.read(records("nothing-such", "--json").out()).path("items"))
                .isEmpty();
    }

    @Test
    void json_of_what_counts_has_no_hits_either_unless_they_are_asked_for() {
        JsonNode counted = JsonText.read(records("fruit", "--json", "--count").out());
        assertThat(counted.path("items")).isEmpty();
        assertThat(counted.path("total").asInt()).isEqualTo(5);
        JsonNode facets =
                JsonText.read(records("fruit", "--json", "--facets", "status").out());
        assertThat(facets.path("items")).isEmpty();
        assertThat(facets.at("/facets/status/200").asInt()).isEqualTo(4);
    }

    @Test
    void a_query_may_begin_with_a_minus_behind_two() {
        CommandRun refused = records("-kiwi1");
        assertThat(refused.exitCode()).isEqualTo(2);
        assertThat(refused.err())
                .startsWith("vesper: unknown option -kiwi1; put a query that starts with - after --, as in -- '-kiwi1',"
                        + " or is written NOT kiwi1\n");
        assertThat(CommandRun.of("records", "--count", "--url", client.url(), "--", "-fruit", "kiwi1")
                        .out())
                .isEqualTo("0\n");
        assertThat(CommandRun.of("records", "--help").out()).contains("[--]").contains("vesper records -- -smith");
    }

    @Test
    void one_of_several_is_told_as_one() {
        assertThat(records("fruit", "--limit", "1").err())
                .isEqualTo("vesper: this is the first hit; there are more. Use --limit N to show up to N\n");
    }

    @Test
    void what_is_asked_for_behind_from_may_be_written_in_any_form() {
        for (String from :
                List.of("1h", "now-1h", "2026-01-31", "2026-01-31 13:00", "2026-01-31T13:00", "1700000000000"))
            assertThat(records("fruit", "--from", from, "--count").out())
                    .as(from)
                    .isEqualTo("5\n");
    }

    @Test
    void nothing_found_comes_with_what_may_have_been_meant() {
        String id = records("kiwi1").out().split(" ")[1];
        assertThat(records("kiwi1 or kiwi2").err())
                .isEqualTo(
                        "vesper: nothing found\nvesper: 'or' was searched as a word; OR in upper case matches either\n");
        assertThat(records("not kiwi1").err()).contains("'not' was searched as a word; NOT in upper case");
        assertThat(records(id.substring(0, 20)).err())
                .contains("if " + id.substring(0, 20) + " is part of an id: search for the whole id");
        assertThat(records("body.items.0.name:pen").err()).contains("no index: body.items.name is any of them");
        assertThat(records("\"this or that\"").err()).isEqualTo("vesper: nothing found\n");
        assertThat(records("body.items[0].name:pen").err())
                .contains("elements of arrays have no index here; body.items.name is looked for in all of them");
    }

    @Test
    void what_counts_is_told_without_hits() {
        assertThat(records("fruit", "--count").out()).isEqualTo("5\n");
        assertThat(records("nothing-such", "--count").out()).isEqualTo("0\n");
        assertThat(records("fruit", "--facets", "status,method").out()).isEqualTo("""
                status
                           4  200
                           1  400
                method
                           3  POST
                           2  GET
                """);
    }

    @Test
    void more_than_a_page_is_asked_for_page_after_page() throws Exception {
        for (int i = 0; i < 410; i++) client.get("/api/echo?echo=many");
        client.await("query.echo:many", found -> found.size() == 50);

        assertThat(records("query.echo:many", "--limit", "405").out().lines()).hasSize(405);
        assertThat(JsonText.read(records("query.echo:many", "--limit", "1000", "--json")
                                .out())
                        .path("items"))
                .hasSize(410);
        assertThat(records("query.echo:many").err()).contains("these are the first 50; there are more");
    }

    @Test
    void sort_and_times_are_handed_on() {
        List<String> sorted = records("fruit", "--sort", "status").out().lines().toList();
        assertThat(sorted.getLast()).contains("400");
        assertThat(records("fruit", "--from", "1h", "--count").out()).isEqualTo("5\n");
        assertThat(records("fruit", "--to", "2026-01-31", "--from", "2026-01-01T10:00Z", "--count")
                        .out())
                .isEqualTo("0\n");
    }

    @Test
    void nothing_found_is_told_on_the_standard_error_and_is_no_failure() {
        CommandRun run = records("nothing-such");

        assertThat(run.exitCode()).isZero();
        assertThat(run.out()).isEmpty();
        assertThat(run.err()).isEqualTo("vesper: nothing found\n");
    }

    @Test
    void a_query_that_is_not_understood_is_marked_where_it_is_wrong() {
        CommandRun run = records("kiwi", "durtion:5");

        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.out()).isEmpty();
        assertThat(run.err()).isEqualTo("""
                vesper: column 6: unknown field 'durtion'; did you mean 'duration'?
                vesper:   kiwi durtion:5
                vesper:        ^
                """);
    }

    @Test
    void other_mistakes_name_their_option() {
        assertThat(records("--sort", "nothing").err()).startsWith("vesper: --sort: there is no sorting by 'nothing'");
        assertThat(records("--facets", "body").err()).startsWith("vesper: --facets: ");
        assertThat(records("--from", "yesterday").err())
                .startsWith("vesper: --from cannot be \"yesterday\", expected a time such as 15m");
        assertThat(records("--limit", "10001").err()).startsWith("vesper: --limit 10001 is not in 0 to 10000");
        assertThat(records("--limti", "1").err()).startsWith("vesper: unknown option --limti, did you mean --limit?");
        assertThat(records("--follow", "--count").exitCode()).isEqualTo(2);
        assertThat(records("--monitor", "--tracker").exitCode()).isEqualTo(2);
        assertThat(records("--monitor", "--tracker").err())
                .startsWith("vesper: --")
                .contains("mutually exclusive");
        assertThat(records("--from", "1h", "--to", "2h").err())
                .startsWith("vesper: --to 2h is not after --from 1h, so the range is empty");
        assertThat(records("fruit", "--limit", "0").err()).startsWith("vesper: --limit 0 shows nothing; use --count");
        assertThat(records("--follow", "--limit", "0").exitCode()).isEqualTo(2);
    }

    @Test
    void what_is_off_is_told_with_how_it_is_switched_on() {
        CommandRun run = records("nothing-such", "--monitor");

        assertThat(run.exitCode()).isZero();
        assertThat(run.err())
                .contains("nothing found", "the Monitor of " + client.url() + " is off (no rule is enabled)")
                .contains(
                        "curl -X POST -H 'Content-Type: application/json' -d '{\"name\":\"all\",\"path\":\"/api/**\"}' "
                                + client.url() + "/admin/monitor/rules");
    }

    @Test
    void no_server_and_another_server_are_told_apart() {
        CommandRun none = CommandRun.of("records", "x", "--url", "http://127.0.0.1:1");

        assertThat(none.exitCode()).isEqualTo(1);
        assertThat(none.err()).contains("nothing listens on http://127.0.0.1:1");
        assertThat(records("x", "--token", "wrong").err()).contains("401", "admin.token");
        assertThat(records("fruit", "--count", "--token", "s3cret").out()).isEqualTo("5\n");
    }

    @Test
    void what_strangers_sent_cannot_steer_the_terminal() throws Exception {
        client.json("POST", "/api/echo", "{\"word\":\"steering\u001b]0;x\u0007 \u202e\"}");
        client.await("steering*", found -> found.size() == 1);

        assertThat(records("steering*").out())
                .contains("steering\u241b]0;x\u2407 \\u202e")
                .doesNotContain("\u001b", "\u0007", "\u202e");
    }

    @Test
    void following_prints_each_new_hit_once_and_none_of_the_old() throws Exception {
        client.get("/api/echo?echo=followed-0");
        client.await("\"followed-0\"", found -> found.size() == 1);
        try (Following following = new Following("followed", "--follow", "--json", "--url", client.url())) {
            following.awaitErr("following");
            for (int i = 1; i <= 40; i++) client.get("/api/echo?echo=followed-" + i);
            following.awaitLines(40);
            client.get("/api/echo?echo=followed-41");
            following.awaitLines(41);
            assertThat(following
                            .wholeLines()
                            .lines()
                            .map(line -> JsonText.read(line).path("url").asString()))
                    .containsExactlyElementsOf(IntStream.rangeClosed(1, 41)
                            .mapToObj(i -> "/api/echo?echo=followed-" + i)
                            .toList());
            assertThat(following.end()).isZero();
        }
    }

    @Test
    void following_begins_with_what_there_is_since_a_time_where_that_is_asked() throws Exception {
        try (Following following = new Following("kiwi*", "--follow", "--from", "1h", "--url", client.url())) {
            following.awaitLines(3);
            assertThat(following.wholeLines().lines()).hasSize(3).isSorted();
        }
    }

    @Test
    void following_ends_after_as_many_as_were_asked_for() throws Exception {
        try (Following following =
                new Following("counted", "--follow", "--limit", "2", "--json", "--url", client.url())) {
            following.awaitErr("following");
            for (int i = 1; i <= 5; i++) client.get("/api/echo?echo=counted-" + i);
            assertThat(following.exitCode.get(30, TimeUnit.SECONDS)).isZero();
            assertThat(following.out().lines()).hasSize(2);
        }
        CommandRun past = records("kiwi*", "--follow", "--from", "1h", "--limit", "2");
        assertThat(past.out().lines()).hasSize(2);
        assertThat(past.err()).isEmpty();
    }

    @Test
    void one_id_is_not_followed() {
        String id = records("kiwi1").out().split(" ")[1];
        assertThat(records(id, "--follow").err()).contains("--follow shows new records only", "use trace:ID");
        assertThat(records("id:" + id, "--follow").exitCode()).isEqualTo(2);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "\"user-agent\""})
    void following_leaves_out_its_own_requests_where_a_rule_records_them(String masked) throws Exception {
        String rule = "{\"name\":\"everything\",\"keep\":[\"query\"],\"mask\":[" + masked + "]}";
        assertThat(client.json("POST", "/admin/monitor/rules", rule).statusCode())
                .isEqualTo(201);
        String polls =
                "/admin/monitor/records?limit=0&count=true&q=path:/admin/monitor/records+query.limit:200+time:%3E="
                        + Instant.now();
        try (Following following = new Following("--follow", "--monitor", "--json", "--url", client.url())) {
            following.awaitErr("following");
            following.await(() -> total(polls) > 2);
            client.get("/api/echo?echo=seen");
            following.await(() -> following.wholeLines().contains("/api/echo?echo=seen"));
            List<String> urls = following
                    .wholeLines()
                    .lines()
                    .map(line -> JsonText.read(line).path("url").asString())
                    .toList();
            assertThat(urls).contains("/api/echo?echo=seen", polls).noneMatch(url -> url.contains("limit=200"));
            assertThat(following.end()).isZero();
        } finally {
            client.send("DELETE", "/admin/monitor/rules/everything", HttpRequest.BodyPublishers.noBody());
        }
    }

    private static long total(String path) {
        try {
            return JsonText.read(client.get(path).body()).path("total").asLong(0);
        } catch (IOException | InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void a_query_that_is_not_understood_ends_following_too() {
        assertThat(records("durtion:5", "--follow").exitCode()).isEqualTo(2);
    }

    private static CommandRun records(String... arguments) {
        List<String> words = new ArrayList<>(List.of("records"));
        words.addAll(List.of(arguments));
        words.addAll(List.of("--url", client.url()));
        return CommandRun.of(words.toArray(String[]::new));
    }

    /** A running {@code records} command. Closing breaks its output, which ends it. */
    private static final class Following implements AutoCloseable {
        private final Pipe out = new Pipe();
        private final ByteArrayOutputStream err = new ByteArrayOutputStream();
        private final CompletableFuture<Integer> exitCode = new CompletableFuture<>();

        Following(String... arguments) {
            List<String> words = new ArrayList<>(List.of("records"));
            words.addAll(List.of(arguments));
            CommandContext context = new CommandContext(
                    new PrintStream(out, true, UTF_8),
                    new PrintStream(err, true, UTF_8),
                    Map.of(),
                    Optional.empty(),
                    "vesper",
                    StopSignal.byHand());
            Thread.ofPlatform().start(() -> exitCode.complete(Main.run(context, words.toArray(String[]::new))));
        }

        String out() {
            return out.text.toString(UTF_8);
        }

        /** Returns the output up to the last complete line. */
        String wholeLines() {
            String written = out();
            return written.substring(0, written.lastIndexOf('\n') + 1);
        }

        void awaitErr(String text) {
            await(() -> err.toString(UTF_8).contains(text));
        }

        void awaitLines(int count) {
            await(() -> wholeLines().lines().count() >= count);
        }

        private void await(Eventually.Condition<RuntimeException> condition) {
            Eventually.until(condition, () -> out() + err.toString(UTF_8));
        }

        int end() throws Exception {
            out.isBroken = true;
            return exitCode.get(30, TimeUnit.SECONDS);
        }

        @Override
        public void close() {
            out.isBroken = true;
            exitCode.orTimeout(30, TimeUnit.SECONDS).join();
        }
    }

    /** An output stream that can fail like a pipe without a reader. */
    private static final class Pipe extends OutputStream {
        private final ByteArrayOutputStream text = new ByteArrayOutputStream();
        private volatile boolean isBroken;

        @Override
        public void write(int b) throws IOException {
            if (isBroken) throw new IOException("Broken pipe");
            text.write(b);
        }

        @Override
        public void flush() throws IOException {
            if (isBroken) throw new IOException("Broken pipe");
        }
    }
}

package vesper.launcher;

import static org.assertj.core.api.Assertions.assertThat;
import static vesper.launcher.RecordsClient.INVOCATIONS;
import static vesper.launcher.RecordsClient.TRANSACTIONS;
import static vesper.launcher.RecordsClient.payload;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import vesper.launcher.hostile.ServerProcess;
import vesper.testing.Rounds;

/** Monitor and Tracker of a server in a separate process, which is switched on while it runs and killed under load. */
@Timeout(180)
@DisplayNameGeneration(ReplaceUnderscores.class)
class RecordsEndToEndTest {
    private static final int CLIENTS = 4;
    private static final int KILLS = Rounds.of("VESPER_RECORDS_KILLS", 2, 10);
    private static final int ANSWERS_BEFORE_KILL = Rounds.of("VESPER_RECORDS_ANSWERS", 200, 600);
    private static final List<String> QUICK = List.of("-XX:TieredStopAtLevel=1");

    @TempDir
    Path folder;

    @Test
    void nothing_is_kept_until_it_is_switched_on_and_then_one_word_finds_one_of_a_thousand_exchanges()
            throws Exception {
        try (ServerProcess server = serving();
                RecordsClient client = new RecordsClient(url(server))) {
            client.json("POST", "/api/echo", "{\"word\":\"unseen\"}");
            assertThat(journals()).isEmpty();
            assertThat(client.status().path("tracker").path("why").asString()).contains("switched off");
            assertThat(client.status().path("monitor").path("why").asString()).contains("no rule");

            assertThat(client.json("POST", "/admin/monitor/rules", "{\"name\":\"all\",\"path\":\"/api/**\"}")
                            .statusCode())
                    .isEqualTo(201);
            client.switchTracker(true);
            assertThat(client.status().path("monitor").path("on").asBoolean()).isTrue();
            assertThat(client.status().path("tracker").path("on").asBoolean()).isTrue();
            for (int i = 0; i < 1000; i++) client.json("POST", "/api/echo", "{\"word\":\"kiwi" + i + "\"}");

            List<JsonNode> one = client.found(TRANSACTIONS, "kiwi617");
            assertThat(one).hasSize(1);
            assertThat(one.getFirst().path("states").findValuesAsString("name"))
                    .containsExactly("RECEIVED", "PROCESSED");
            assertThat(payload(one.getFirst(), "RECEIVED")).isEqualTo("{\"word\":\"kiwi617\"}");
            assertThat(payload(one.getFirst(), "PROCESSED")).isEqualTo("{\"word\":\"kiwi617\"}");
            String id = one.getFirst().path("id").asString();
            CommandRun run = CommandRun.of("records", "kiwi617", "--url", client.url());
            assertThat(run.exitCode()).isZero();
            assertThat(run.err()).isEmpty();
            assertThat(run.out())
                    .startsWith("transaction " + id + "  PROCESSED\n")
                    .containsSubsequence("RECEIVED", "{\"word\":\"kiwi617\"}", "PROCESSED", "{\"word\":\"kiwi617\"}");
            assertThat(client.page(TRANSACTIONS, "", "&count=true&wait=true&limit=0")
                            .path("total")
                            .asInt())
                    .isEqualTo(1000);
            assertThat(client.found(TRANSACTIONS, "kiwi617")).hasSize(1);
            assertThat(client.found(INVOCATIONS, "path:/api/echo")).isNotEmpty();

            assertThat(client.json("POST", "/admin/records/rebuild", "").statusCode())
                    .isEqualTo(202);
            client.awaitRebuilt();
            assertThat(client.found(TRANSACTIONS, "kiwi617")).hasSize(1);

            client.switchTracker(false);
            client.json("DELETE", "/admin/monitor/rules/all", "");
            client.json("POST", "/api/echo", "{\"word\":\"unseen\"}");
            assertThat(client.page(TRANSACTIONS, "", "&count=true")
                            .path("total")
                            .asInt())
                    .isEqualTo(1000);
            assertThat(client.page(INVOCATIONS, "", "&count=true").path("total").asInt())
                    .isEqualTo(1000);
            assertThat(client.found(TRANSACTIONS, "unseen")).isEmpty();
        }
    }

    @Test
    void what_a_client_saw_answered_is_found_after_every_kill_and_nothing_else() throws Exception {
        Set<String> sent = new HashSet<>();
        Set<String> answered = new HashSet<>();
        for (int round = 0; round < KILLS; round++) {
            try (ServerProcess server = serving("tracker.enabled=true")) {
                assertFound(server, answered, sent);
                killUnderLoad(server, round, sent, answered);
            }
        }
        try (ServerProcess server = serving("tracker.enabled=true")) {
            assertFound(server, answered, sent);
        }
    }

    private void assertFound(ServerProcess server, Collection<String> answered, Collection<String> sent)
            throws Exception {
        try (RecordsClient client = new RecordsClient(url(server))) {
            List<String> found = client.all(TRANSACTIONS, "path:/api/echo").stream()
                    .map(one -> payload(one, "RECEIVED"))
                    .toList();
            assertThat(found).doesNotHaveDuplicates().containsAll(answered);
            assertThat(sent).containsAll(found);
            for (String body : answered.stream().limit(20).toList())
                assertThat(client.found(TRANSACTIONS, "body.word:" + body.replaceAll("[^a-z0-9]|word", "")))
                        .hasSize(1);
        }
    }

    /** Sends requests until some hundred responses have arrived, then kills the server with requests in flight. */
    private static void killUnderLoad(ServerProcess server, int round, Set<String> sent, Set<String> answered)
            throws InterruptedException {
        ConcurrentLinkedQueue<String> begun = new ConcurrentLinkedQueue<>();
        ConcurrentLinkedQueue<String> seen = new ConcurrentLinkedQueue<>();
        CountDownLatch enough = new CountDownLatch(ANSWERS_BEFORE_KILL);
        List<Thread> clients = Stream.iterate(0, number -> number + 1)
                .limit(CLIENTS)
                .map(number -> Thread.ofPlatform().start(() -> load(server, round, number, begun, seen, enough)))
                .toList();
        assertThat(enough.await(60, TimeUnit.SECONDS)).isTrue();
        server.close();
        for (Thread one : clients) one.join();
        sent.addAll(begun);
        answered.addAll(seen);
    }

    private static void load(
            ServerProcess server,
            int round,
            int number,
            Collection<String> begun,
            Collection<String> seen,
            CountDownLatch enough) {
        try (RecordsClient client = new RecordsClient(url(server))) {
            for (int i = 0; true; i++) {
                String body = "{\"word\":\"r" + round + "c" + number + "n" + i + "\"}";
                begun.add(body);
                if (client.json("POST", "/api/echo", body).body().equals(body)) seen.add(body);
                enough.countDown();
            }
        } catch (IOException | InterruptedException e) {
            // The server was killed, as expected.
        }
    }

    private ServerProcess serving(String... settings) throws IOException {
        Path packages = folder.resolve("packages");
        if (!Files.exists(packages)) EchoPackage.in(folder);
        Files.createDirectories(folder.resolve("data"));
        return ServerProcess.serving(QUICK, packages, folder.resolve("data"), settings);
    }

    private List<Path> journals() throws IOException {
        try (Stream<Path> files = Files.walk(folder.resolve("data"))) {
            return files.filter(file -> file.getFileName().toString().startsWith("journal-"))
                    .toList();
        }
    }

    private static URI url(ServerProcess server) {
        InetSocketAddress address = server.address();
        return URI.create("http://" + address.getHostString() + ":" + address.getPort());
    }
}

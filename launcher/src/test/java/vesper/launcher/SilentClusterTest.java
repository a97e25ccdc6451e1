package vesper.launcher;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import vesper.cluster.servers.NatsProgram;
import vesper.cluster.servers.NatsServers;
import vesper.http.client.ClientRequest;
import vesper.http.client.ClientResponse;
import vesper.http.client.HttpClient;
import vesper.testing.Eventually;

/** Responses while all NATS servers of the cluster are down, and the effect of retries once one is up again. */
@DisplayNameGeneration(ReplaceUnderscores.class)
@Timeout(120)
class SilentClusterTest {
    private static final int CALLERS = 20;
    /** Processing the requests one after the other would take twenty times two seconds. */
    private static final Duration SOON = Duration.ofSeconds(15);

    private static final String COUNTS = """
            import java.time.Duration;
            import vesper.documents.*;
            import vesper.services.*;

            @DocumentService(collection = "counts", state = Counts.Count.class, storage = Storage.REPLICATED)
            public class Counts {
                public record Count(int n) {}

                @DocumentAction
                public Count add(Count current) {
                    return new Count(current.n() + 1);
                }

                @DocumentAction
                public Count arm(Count current, Timers timers) {
                    timers.after("ring", Duration.ofHours(1));
                    return new Count(current.n() + 1);
                }

                @OnTimer
                public void ring(Count current) {}
            }
            """;

    @TempDir
    Path folder;

    private final HttpClient client = HttpClient.builder().build();
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private NatsServers servers;
    private RunningVesper node;

    @AfterEach
    void end() {
        threads.shutdownNow();
        client.close();
        if (node != null) node.close();
        if (servers != null) servers.close();
    }

    private void serve() throws Exception {
        Path code = Files.createDirectories(folder.resolve("packages/shop/code"));
        Files.writeString(code.resolve("Counts.java"), COUNTS);
        Path program = NatsProgram.get(NatsProgram.cache(), System.out::println);
        servers = NatsServers.start(program, folder.resolve("nats"), 1, "always");
        String monitoring = servers.monitoring().stream().map(URI::toString).collect(Collectors.joining(","));
        node = RunningVesper.serving(
                folder.resolve("packages"),
                folder.resolve("data"),
                "cluster.url=" + String.join(",", servers.urls()),
                "cluster.monitoring=" + monitoring,
                "cluster.replicas=1");
        for (String each : List.of("a", "b", "c")) {
            ClientRequest first = ClientRequest.put(at(each)).json("{\"n\":0}");
            Eventually.until("it stores", () -> client.exchange(first).status() < 300);
        }
    }

    private String at(String document) {
        return node.address() + "api/counts/" + document;
    }

    private ClientRequest patch(int caller) {
        byte[] body = ("{\"n\":" + caller + "}").getBytes(UTF_8);
        return keyed(ClientRequest.patch(at("a")), "patch", caller)
                .header("Content-Type", "application/merge-patch+json")
                .body(body);
    }

    private ClientRequest add(int caller) {
        return keyed(ClientRequest.post(at("b/add")), "add", caller).json("");
    }

    private ClientRequest arm(int caller) {
        return keyed(ClientRequest.post(at("c/arm")), "arm", caller).json("");
    }

    private static ClientRequest keyed(ClientRequest request, String what, int caller) {
        return request.header("Idempotency-Key", what + caller);
    }

    @Test
    void all_who_change_one_document_are_told_soon_and_what_they_repeat_is_done_once() throws Exception {
        serve();
        servers.kill(0);
        long begun = System.nanoTime();
        List<Future<ClientResponse>> asked = new ArrayList<>();
        for (int i = 0; i < CALLERS; i++) {
            for (ClientRequest request : List.of(patch(i), add(i), arm(i))) {
                asked.add(threads.submit(() -> client.exchange(request)));
            }
        }
        for (Future<ClientResponse> each : asked) {
            assertThat(each.get().status()).as(each.get().text()).isEqualTo(503);
            assertThat(each.get().header("Retry-After")).isPresent();
        }
        assertThat(Duration.ofNanos(System.nanoTime() - begun)).isLessThan(SOON);

        servers.start(0);
        for (int i = 0; i < CALLERS; i++) {
            ClientRequest add = add(i);
            Eventually.until("it is repeated", () -> client.exchange(add).status() == 200);
            assertThat(client.exchange(add).status()).isEqualTo(200);
        }
        assertThat(client.exchange(ClientRequest.get(at("b"))).text()).contains("\"n\":" + CALLERS);
    }
}

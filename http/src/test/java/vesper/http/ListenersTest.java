package vesper.http;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** When listeners receive an exchange. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class ListenersTest {
    private static final int CLIENTS = 12;
    private static final int ROUNDS = 40;
    private static final byte[] LARGE = new byte[300_000];

    /** The exchanges that listeners received, and the request content still available at that time. */
    private final Map<String, String> told = new ConcurrentHashMap<>();

    private void note(Exchange exchange) {
        Request request = exchange.parsed();
        if (request == null) return;
        byte[] content = request.body().whole();
        told.put(request.query(), content == null ? "on its way" : new String(content, US_ASCII));
    }

    private static Response answer(Request request) {
        return switch (request.path()) {
            case "/large" -> Response.of(200).body(LARGE);
            case "/stream" ->
                Response.of(200).body(out -> {
                    out.write('a');
                    out.flush();
                    out.write('b');
                });
            default -> Response.of(200).body("ok".getBytes(US_ASCII));
        };
    }

    @ParameterizedTest
    @EnumSource
    void listeners_are_told_of_an_exchange_before_its_client_has_the_whole_answer(Mode mode) throws Exception {
        try (HttpServer server = mode.start(ListenersTest::answer, this::note);
                ExecutorService clients = Executors.newFixedThreadPool(CLIENTS)) {
            List<Future<?>> all = new ArrayList<>();
            for (int c = 0; c < CLIENTS; c++) {
                int client = c;
                all.add(clients.submit(() -> {
                    call(server, client);
                    return null;
                }));
            }
            for (Future<?> one : all) one.get();
        }
        assertThat(told).hasSize(CLIENTS * ROUNDS * 6);
    }

    private void call(HttpServer server, int number) throws Exception {
        try (Client client = Client.connect(server)) {
            for (int round = 0; round < ROUNDS; round++) {
                String id = number + "-" + round;
                client.get("/small?get" + id);
                assertTold("get" + id, "");
                client.post("/small?post" + id, "content " + id);
                assertTold("post" + id, "content " + id);
                client.send(asking("/small?first" + id, "") + asking("/stream?second" + id, ""));
                client.read();
                assertTold("first" + id, "");
                client.read();
                assertTold("second" + id, "");
                client.get("/large?large" + id);
                assertTold("large" + id, "");
                try (Client once = Client.connect(server)) {
                    once.send(asking("/small?once" + id, "Connection: close\r\n"));
                    once.read();
                    assertTold("once" + id, "");
                }
            }
        }
    }

    private static String asking(String target, String field) {
        return "GET " + target + " HTTP/1.1\r\nHost: a\r\n" + field + "\r\n";
    }

    private void assertTold(String query, String content) {
        assertThat(told).containsKey(query);
        assertThat(told.get(query)).isIn(content, "on its way");
    }
}

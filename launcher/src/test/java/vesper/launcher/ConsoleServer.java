package vesper.launcher;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import vesper.testing.Eventually;

/** A server with content: the shipped packages, one that does not compile, documents and traffic. */
final class ConsoleServer implements AutoCloseable {
    private static final String ORDERS = """
            import org.springframework.web.bind.annotation.*

            @RestController
            @RequestMapping('orders')
            class Orders {
                @GetMapping('{id}')
                Map<Ordr, Object> find(@PathVariable('id') int id) {
                    [id: id, currency: 'EUR']
                }
            }
            """;
    private static final String SLOW = """
            import org.springframework.web.bind.annotation.*

            @RestController
            @RequestMapping('slow')
            class Slow {
                @GetMapping('answer')
                String answer() { Thread.sleep(60_000); 'late' }

                @GetMapping('failure')
                String failure() { throw new IllegalStateException('the stock is not to be reached') }
            }
            """;
    private static final String NOTE_SCHEMA = """
            {"type": "object", "required": ["title"], "properties": {"title": {"type": "string", "minLength": 3},
              "text": {"type": "string"}, "done": {"type": "boolean"}, "stars": {"type": "integer", "maximum": 5}}}
            """;
    private static final int ROUNDS = 12;

    private final Path packages;
    private final RunningVesper vesper;
    private final RecordsClient client;

    private ConsoleServer(Path packages, RunningVesper vesper) {
        this.packages = packages;
        this.vesper = vesper;
        this.client = new RecordsClient(vesper.address());
    }

    static ConsoleServer in(Path folder, String... settings) throws Exception {
        Path packages = Files.createDirectories(folder.resolve("packages"));
        for (String shipped : new String[] {"counters", "echo", "hello", "uuid"})
            copy(Path.of("../packages", shipped), packages.resolve(shipped));
        write(packages.resolve("orders/code/Orders.groovy"), ORDERS);
        write(packages.resolve("slow/code/Slow.groovy"), SLOW);
        write(
                packages.resolve("notes/package.properties"),
                "version = 2.1\ndocuments.notes = durable, schema=conf/note.schema.json\n");
        write(packages.resolve("notes/conf/note.schema.json"), NOTE_SCHEMA);
        // Overload protection is off: a machine busy with other work must not make it reject requests of a page.
        String[] all = Stream.concat(Stream.of("http.overload=false"), Stream.of(settings))
                .toArray(String[]::new);
        return new ConsoleServer(packages, RunningVesper.serving(packages, folder.resolve("data"), all));
    }

    URI address() {
        return vesper.address();
    }

    RecordsClient client() {
        return client;
    }

    /** Sends requests of all kinds, which are recorded and tracked. */
    ConsoleServer withTraffic() throws Exception {
        client.switchTracker(true);
        client.json("POST", "/admin/monitor/rules", """
                {"name": "all of /api", "path": "/api/**", "keep": ["headers", "query", "bodies"]}""");
        for (int i = 1; i <= ROUNDS; i++) {
            client.json("POST", "/api/echo", """
                    {"customer": {"name": "Jane Smith", "id": %d}, "password": "secret", "amount": %d}""".formatted(i, 10 * i));
            client.get("/api/uuid?count=" + i);
            client.get("/api/test/sayHello");
            client.get("/api/uuid?count=many");
            client.json(
                    "PUT", "/api/counters/visits-" + i % 5, "{\"value\": %d, \"note\": \"pages seen\"}".formatted(i));
            client.json("PUT", "/api/notes/note-" + i, """
                    {"title": "Note %d", "text": "Remember the milk", "done": %s, "stars": %d}""".formatted(i, i % 2 == 0, i % 5));
        }
        client.get("/api/nothing/here");
        client.get("/api/slow/failure");
        return this;
    }

    void mendOrders() throws Exception {
        Files.writeString(packages.resolve("orders/code/Orders.groovy"), ORDERS.replace("Ordr", "String"));
        Eventually.until(
                "the service to answer", () -> client.get("/api/orders/7").statusCode() == 200);
    }

    void breakOrders() throws IOException {
        Files.writeString(packages.resolve("orders/code/Orders.groovy"), ORDERS);
    }

    String note(String id) throws IOException, InterruptedException {
        return client.get("/api/notes/" + id).body();
    }

    private static void write(Path file, String text) throws IOException {
        Files.createDirectories(file.getParent());
        Files.writeString(file, text);
    }

    private static void copy(Path from, Path to) throws IOException {
        try (Stream<Path> all = Files.walk(from)) {
            for (Path path : all.toList()) {
                Path target = to.resolve(from.relativize(path).toString());
                if (Files.isDirectory(path)) Files.createDirectories(target);
                else Files.copy(path, target);
            }
        }
    }

    @Override
    public void close() {
        client.close();
        vesper.close();
    }
}

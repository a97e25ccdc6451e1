package vesper.bench.experiments;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.TreeMap;
import java.util.concurrent.Executors;
import java.util.function.Supplier;

/**
 * A server that tests start as a separate process: it answers hello and records requests like Vesper, as far as is
 * visible over HTTP. With the argument {@code losing} before {@code run} it loses records.
 */
public final class RecordingProcess {
    private static final byte[] HELLO = """
            {
              "result" : "OK",
              "message" : "Hello, world!"
            }""".getBytes(UTF_8);

    private final TreeMap<Long, Long> byMillis = new TreeMap<>();
    private final boolean losing;
    private final Path blocks;
    private boolean monitor;
    private boolean tracker;
    private long seen;
    private long recorded;
    private long sealed;

    private RecordingProcess(List<String> arguments) {
        losing = arguments.contains("losing");
        blocks = Path.of(arguments.get(arguments.indexOf("--data") + 1), "records", "blocks");
    }

    public static void main(String[] args) throws IOException {
        var process = new RecordingProcess(List.of(args));
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 200);
        server.setExecutor(Executors.newFixedThreadPool(4));
        server.createContext("/api/test/sayHello", exchange -> answer(exchange, process.hello()));
        process.at(server, "/admin/monitor/rules", () -> "{}");
        process.at(server, "/admin/status", process::status);
        server.createContext("/admin/monitor/enabled", exchange -> process.enable(exchange, true));
        server.createContext("/admin/tracker/enabled", exchange -> process.enable(exchange, false));
        server.createContext("/admin/monitor/records", exchange -> process.count(exchange, true));
        server.createContext("/admin/tracker/transactions", exchange -> process.count(exchange, false));
        server.start();
        System.out.println("ready http://127.0.0.1:" + server.getAddress().getPort() + "/");
    }

    private void at(HttpServer server, String path, Supplier<String> text) {
        server.createContext(path, exchange -> {
            exchange.getRequestBody().readAllBytes();
            answer(exchange, text.get().getBytes(UTF_8));
        });
    }

    private synchronized byte[] hello() {
        boolean lost = losing && ++seen % 10 == 0;
        if ((monitor || tracker) && !lost) {
            byMillis.merge(System.currentTimeMillis(), 1L, Long::sum);
            recorded++;
        }
        return HELLO;
    }

    /** Returns the status and seals the records that it reports as pending. */
    private synchronized String status() {
        long pending = recorded - sealed;
        sealed = recorded;
        try {
            Files.createDirectories(blocks);
            Files.write(blocks.resolve("1.blocks"), new byte[(int) (100 * sealed)]);
        } catch (IOException failure) {
            return "{}";
        }
        return """
                {"idle" : %b, "pending" : %d, "lagMillis" : %d, "monitor" : {"on" : %b}, "tracker" : {"on" : %b}}""".formatted(pending == 0, pending, pending, monitor, tracker);
    }

    private void enable(HttpExchange exchange, boolean isMonitor) throws IOException {
        boolean on = new String(exchange.getRequestBody().readAllBytes(), UTF_8).equals("true");
        synchronized (this) {
            if (isMonitor) monitor = on;
            else tracker = on;
        }
        answer(exchange, Boolean.toString(on).getBytes(UTF_8));
    }

    private void count(HttpExchange exchange, boolean isMonitor) throws IOException {
        String query = exchange.getRequestURI().getQuery();
        long from = Long.parseLong(query.substring(query.indexOf("from=") + "from=".length()));
        long found;
        synchronized (this) {
            boolean on = isMonitor ? monitor : tracker;
            found = on
                    ? byMillis.tailMap(from).values().stream()
                            .mapToLong(Long::longValue)
                            .sum()
                    : 0;
        }
        answer(exchange, "{\"items\":[],\"total\":%d}".formatted(found).getBytes(UTF_8));
    }

    private static void answer(HttpExchange exchange, byte[] body) throws IOException {
        exchange.sendResponseHeaders(200, body.length);
        try (OutputStream out = exchange.getResponseBody()) {
            out.write(body);
        }
    }
}

package vesper.bench.instrument;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.StringJoiner;
import java.util.concurrent.Executors;

/**
 * A server that tests start as a separate process: it answers at once and does the work for each request later. It does
 * most of its backlog whenever it is asked for its status, and uses CPU time for it. With the word {@code never} it
 * does none.
 */
final class LateProcess {
    private static final long BUSY_NANOS = 10_000_000;
    /** Steps of work for each request, so that one request leaves work for several looks. */
    private static final int STEPS = 100;

    private final boolean never;
    private final StringJoiner rests = new StringJoiner(" ");
    private long asked;
    private long pending;
    private boolean isResting;

    private LateProcess(boolean never) {
        this.never = never;
    }

    public static void main(String[] args) throws IOException {
        var process = new LateProcess(args.length > 0 && args[0].equals("never"));
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 200);
        server.setExecutor(Executors.newFixedThreadPool(4));
        server.createContext("/hello", exchange -> answer(exchange, process.hello()));
        server.createContext("/asked", exchange -> answer(exchange, process.asked()));
        server.createContext("/rests", exchange -> answer(exchange, process.rests()));
        server.createContext("/status", exchange -> answer(exchange, process.status()));
        server.start();
        System.out.println("ready http://127.0.0.1:" + server.getAddress().getPort() + "/");
    }

    private synchronized String hello() {
        asked++;
        pending += STEPS;
        isResting = false;
        return "hi";
    }

    /** Returns the number of requests at each time at which it became idle. */
    private synchronized String rests() {
        return rests.toString();
    }

    private synchronized String asked() {
        return Long.toString(asked);
    }

    private synchronized String status() {
        if (pending == 0 && !isResting) rests.add(Long.toString(asked));
        isResting = pending == 0;
        String status = "{\"idle\":%b,\"pending\":%d,\"lagMillis\":%d}".formatted(pending == 0, pending, pending);
        if (pending > 0 && !never) {
            long began = System.nanoTime();
            while (System.nanoTime() - began < BUSY_NANOS) Thread.onSpinWait();
            pending /= 8;
        }
        return status;
    }

    private static void answer(HttpExchange exchange, String text) throws IOException {
        byte[] body = text.getBytes(UTF_8);
        exchange.sendResponseHeaders(200, body.length);
        try (OutputStream out = exchange.getResponseBody()) {
            out.write(body);
        }
    }
}

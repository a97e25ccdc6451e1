package vesper.rest;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.Socket;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import vesper.codec.Codec;
import vesper.http.HttpServer;
import vesper.http.HttpSettings;
import vesper.rest.controllers.ControllerContext;
import vesper.rest.controllers.Controllers;
import vesper.rest.routing.Router;

/** A server with the controllers of a test, on a real socket. */
public final class Wire implements AutoCloseable {
    private static final Duration BOUND = Duration.ofSeconds(20);

    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final HttpServer server;

    public Wire(ControllerContext provisions, Object... controllers) throws IOException {
        this(HttpSettings.DEFAULTS, provisions, controllers);
    }

    public Wire(HttpSettings settings, ControllerContext provisions, Object... controllers) throws IOException {
        Router router = new Router(new Codec(true));
        Controllers reader = new Controllers(new Codec(true), threads, provisions);
        for (Object controller : controllers) {
            router.publish(controller.getClass().getName(), reader.routesOf(controller, "/api", "Test.java"));
        }
        server = HttpServer.start(settings, router, List.of());
    }

    public int port() {
        return server.address().getPort();
    }

    public HttpServer server() {
        return server;
    }

    public Caller call(String request) throws IOException {
        return new Caller(port(), request);
    }

    /** A client that sends arbitrary text and reads line by line. Chunk sizes are lines as well. */
    public static final class Caller implements AutoCloseable {
        private final Socket socket;
        private final BufferedReader in;

        public Caller(int port, String request) throws IOException {
            socket = new Socket("127.0.0.1", port);
            socket.setSoTimeout((int) BOUND.toMillis());
            in = new BufferedReader(new InputStreamReader(socket.getInputStream(), UTF_8));
            send(request);
        }

        public void send(String text) throws IOException {
            socket.getOutputStream().write(text.getBytes(UTF_8));
        }

        /** Skips lines up to one with this start, and returns it. */
        public String lineWith(String start) throws IOException {
            for (String line = in.readLine(); line != null; line = in.readLine()) {
                if (line.startsWith(start)) return line;
            }
            throw new AssertionError("no line begins with " + start);
        }

        public String readToEnd() throws IOException {
            StringBuilder all = new StringBuilder();
            for (String line = in.readLine(); line != null; line = in.readLine())
                all.append(line).append('\n');
            return all.toString();
        }

        public void reset() throws IOException {
            socket.setSoLinger(true, 0);
            socket.close();
        }

        @Override
        public void close() throws IOException {
            socket.close();
        }
    }

    @Override
    public void close() {
        server.close();
        threads.shutdownNow();
    }
}

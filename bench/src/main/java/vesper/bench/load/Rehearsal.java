package vesper.bench.load;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;

/**
 * Warms up the generator against a small built-in server before it drives a real one. Otherwise the first second of a
 * run would measure the compilation of the generator. The server listens on a free loopback port until the end of the
 * rehearsal.
 */
public final class Rehearsal {
    private static final byte[] ANSWER = "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello".getBytes(US_ASCII);
    private static final int CONNECTIONS = 4;
    private static final int CLOSED = 20_000;
    private static final int DUE = 10_000;
    private static final double RATE = 50_000;
    /** Limit for a machine that can hardly run it, for example without file descriptors for the server's side. */
    private static final Duration MAX_DURATION = Duration.ofSeconds(2);

    private Rehearsal() {}

    /** Runs the rehearsal, which takes about half a second. */
    public static void run() throws IOException, InterruptedException {
        var generator = new LoadGenerator();
        try (var server =
                new Server(new ServerSocket(0, CONNECTIONS, InetAddress.getByAddress(new byte[] {127, 0, 0, 1})))) {
            LoadPlan plan = LoadPlan.closedLoop(server.target(), CONNECTIONS, MAX_DURATION)
                    .withTimeout(MAX_DURATION)
                    .withRequests(CLOSED);
            generator.run(plan);
            generator.run(plan.withRequests(DUE).withArrivals(Arrivals.constant(RATE)));
        }
    }

    private static final class Server implements Closeable {
        private final ServerSocket listener;
        private final int requestBytes;

        Server(ServerSocket listener) {
            this.listener = listener;
            this.requestBytes =
                    LoadRequest.GET.form(target(), true, CsvTable.NONE).bytes().length;
            Thread.ofVirtual().start(this::acceptAll);
        }

        HttpTarget target() {
            return new HttpTarget("127.0.0.1", listener.getLocalPort(), "/");
        }

        private void acceptAll() {
            try {
                while (true) {
                    Socket socket = listener.accept();
                    Thread.ofVirtual().start(() -> answer(socket));
                }
            } catch (IOException _) {
                // The listener was closed, which ends the loop.
            }
        }

        /** Answers each request without parsing it, since all are the same. */
        private void answer(Socket socket) {
            try (socket) {
                InputStream in = socket.getInputStream();
                OutputStream out = socket.getOutputStream();
                byte[] request = new byte[requestBytes];
                while (in.readNBytes(request, 0, requestBytes) == requestBytes) out.write(ANSWER);
            } catch (IOException _) {
                // The generator has finished.
            }
        }

        @Override
        public void close() throws IOException {
            listener.close();
        }
    }
}

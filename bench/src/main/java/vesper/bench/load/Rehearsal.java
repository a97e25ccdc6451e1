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
 * A server of our own that the generator drives for a moment before it drives somebody else's: otherwise the first second
 * of a run tells how the generator is being compiled. It listens on loopback, on a free port, for no longer than that.
 */
public final class Rehearsal {
    private static final byte[] ANSWER = "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello".getBytes(US_ASCII);
    private static final int CONNECTIONS = 4;
    private static final int CLOSED = 20_000;
    private static final int DUE = 10_000;
    private static final double RATE = 50_000;
    /** On a machine that can hardly do it, as without a descriptor for its other end. */
    private static final Duration LONGEST = Duration.ofSeconds(2);

    private Rehearsal() {}

    /** Takes about half a second. */
    public static void make() throws IOException, InterruptedException {
        var generator = new LoadGenerator();
        try (var server =
                new Server(new ServerSocket(0, CONNECTIONS, InetAddress.getByAddress(new byte[] {127, 0, 0, 1})))) {
            LoadPlan plan = LoadPlan.closedLoop(server.target(), CONNECTIONS, LONGEST)
                    .withTimeout(LONGEST)
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
                // It was closed, which ends it.
            }
        }

        /** All requests are the same, so that there is nothing to be read in them. */
        private void answer(Socket socket) {
            try (socket) {
                InputStream in = socket.getInputStream();
                OutputStream out = socket.getOutputStream();
                byte[] request = new byte[requestBytes];
                while (in.readNBytes(request, 0, requestBytes) == requestBytes) out.write(ANSWER);
            } catch (IOException _) {
                // The generator is through.
            }
        }

        @Override
        public void close() throws IOException {
            listener.close();
        }
    }
}

package vesper.bench.load;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.concurrent.atomic.AtomicInteger;

/** A small server on a free loopback port. It reads requests without bodies and answers each by a script. */
final class TestServer implements Closeable {
    /** Answers a request; returns false to close the connection. */
    interface Script {
        boolean answer(Socket socket, int requestNumber) throws IOException, InterruptedException;
    }

    private final ServerSocket listener;
    private final AtomicInteger requests = new AtomicInteger();
    private final AtomicInteger connections = new AtomicInteger();

    private TestServer(ServerSocket listener) {
        this.listener = listener;
    }

    static TestServer answering(String answer) throws IOException {
        byte[] bytes = answer.getBytes(ISO_8859_1);
        return running((socket, number) -> {
            socket.getOutputStream().write(bytes);
            return true;
        });
    }

    static TestServer running(Script script) throws IOException {
        var server = new TestServer(new ServerSocket(0, 1000, InetAddress.getLoopbackAddress()));
        Thread.ofVirtual().start(() -> server.acceptAll(script));
        return server;
    }

    HttpTarget target() {
        return new HttpTarget("127.0.0.1", listener.getLocalPort(), "/");
    }

    int requests() {
        return requests.get();
    }

    int connections() {
        return connections.get();
    }

    @Override
    public void close() throws IOException {
        listener.close();
    }

    private void acceptAll(Script script) {
        try {
            while (true) {
                Socket socket = listener.accept();
                connections.incrementAndGet();
                Thread.ofVirtual().start(() -> serve(socket, script));
            }
        } catch (IOException closed) {
            // The test is over.
        }
    }

    private void serve(Socket socket, Script script) {
        try (socket) {
            InputStream in = socket.getInputStream();
            int endOfHead = 0;
            for (int next = in.read(); next >= 0; next = in.read()) {
                endOfHead = next == "\r\n\r\n".charAt(endOfHead) ? endOfHead + 1 : next == '\r' ? 1 : 0;
                if (endOfHead < 4) continue;
                endOfHead = 0;
                if (!script.answer(socket, requests.incrementAndGet())) return;
            }
        } catch (IOException | InterruptedException gone) {
            // The client has closed the connection, as some tests require.
        }
    }
}

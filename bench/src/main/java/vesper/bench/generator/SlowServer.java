package vesper.bench.generator;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;

/**
 * A program with a server that takes {@value #MILLIS} milliseconds for each response, so that c connections get at most
 * c / 0.01 responses per second. It keeps connections open, also with HTTP/1.0, and accepts requests without bodies. It
 * listens on a free loopback port and prints {@code ready http://127.0.0.1:PORT/}.
 */
public final class SlowServer {
    static final int MILLIS = 10;

    private static final byte[] ANSWER =
            "HTTP/1.1 200 OK\r\nConnection: keep-alive\r\nContent-Length: 5\r\n\r\nhello".getBytes(US_ASCII);
    private static final String END_OF_HEAD = "\r\n\r\n";
    private static final int BACKLOG = 1000;

    private SlowServer() {}

    public static void main(String[] args) throws IOException {
        try (var listener = new ServerSocket(0, BACKLOG, InetAddress.getByAddress(new byte[] {127, 0, 0, 1}))) {
            System.out.println("ready http://127.0.0.1:" + listener.getLocalPort() + "/");
            while (true) {
                Socket socket = listener.accept();
                Thread.ofVirtual().start(() -> serve(socket));
            }
        }
    }

    private static void serve(Socket socket) {
        try (socket) {
            socket.setTcpNoDelay(true);
            var in = new BufferedInputStream(socket.getInputStream());
            while (isAsked(in)) {
                Thread.sleep(MILLIS);
                socket.getOutputStream().write(ANSWER);
            }
        } catch (IOException | InterruptedException _) {
            // The client has closed the connection.
        }
    }

    /**
     * Reads the head of one request.
     *
     * @return false if the client has closed the connection
     */
    private static boolean isAsked(InputStream in) throws IOException {
        int matched = 0;
        while (matched < END_OF_HEAD.length()) {
            int next = in.read();
            if (next < 0) return false;
            if (next == END_OF_HEAD.charAt(matched)) matched++;
            else matched = next == '\r' ? 1 : 0;
        }
        return true;
    }
}

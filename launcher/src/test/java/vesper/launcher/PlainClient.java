package vesper.launcher;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedInputStream;
import java.io.Closeable;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.ConnectException;
import java.net.Socket;
import java.net.SocketException;
import java.net.URI;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * The simplest possible client for several nodes. It calls them in turn over persistent connections, and tries the next
 * one if a node refuses the connection.
 *
 * <p>It retries a request only if RFC 9110, section 9.2.2, allows it: the request is idempotent, and a reused
 * connection was closed before the first byte of the response. All requests sent with it are idempotent, by their
 * method or by a key. Any other failure is final.
 */
final class PlainClient implements Closeable {
    private static final int BOUND_MILLIS = 60_000;
    /** At any time at most one node refuses connections, and each existing connection may turn out to be closed. */
    private static final int MOST_TRIES = 10;

    /** @param fields header fields by their lower-case names */
    record Answer(int status, Map<String, String> fields, String body) {}

    /** A reused connection was closed before the first byte of the response. */
    private static final class ClosedWhileIdleException extends IOException {
        private static final long serialVersionUID = 1;

        ClosedWhileIdleException(IOException cause) {
            super(cause);
        }
    }

    private static final class Connection implements Closeable {
        final Socket socket;
        final InputStream in;
        boolean isUsed;

        Connection(URI node) throws IOException {
            socket = new Socket(node.getHost(), node.getPort());
            socket.setTcpNoDelay(true);
            socket.setSoTimeout(BOUND_MILLIS);
            in = new BufferedInputStream(socket.getInputStream());
        }

        @Override
        public void close() throws IOException {
            socket.close();
        }
    }

    private final List<URI> nodes;
    private final Map<URI, Connection> connections = new HashMap<>();
    private int turn;

    PlainClient(List<URI> nodes, int first) {
        this.nodes = nodes;
        this.turn = first;
    }

    /**
     * Sends a request to the next node.
     *
     * @param fields complete lines of the header section
     */
    Answer ask(String method, String path, String body, String... fields) throws IOException {
        StringBuilder head = new StringBuilder(method + " " + path + " HTTP/1.1\r\nHost: localhost\r\n");
        for (String field : fields) head.append(field).append("\r\n");
        if (!body.isEmpty()) {
            head.append("Content-Type: application/json\r\nContent-Length: ")
                    .append(body.getBytes(UTF_8).length)
                    .append("\r\n");
        }
        byte[] request = (head + "\r\n" + body).getBytes(UTF_8);
        for (int tries = 1; ; tries++) {
            URI node = nodes.get(turn++ % nodes.size());
            try {
                return ask(node, request);
            } catch (ConnectException | ClosedWhileIdleException repeated) {
                if (tries == MOST_TRIES) throw repeated;
            } catch (IOException failure) {
                throw new IOException(method + " " + path + " at " + node + ": " + failure, failure);
            }
        }
    }

    private Answer ask(URI node, byte[] request) throws IOException {
        Connection connection = connections.remove(node);
        if (connection == null) connection = new Connection(node);
        boolean isKept = false;
        try {
            int first = sent(connection, request);
            Answer answer = answer(connection.in, first);
            connection.isUsed = true;
            isKept = !answer.fields.getOrDefault("connection", "").equals("close");
            if (isKept) connections.put(node, connection);
            return answer;
        } finally {
            if (!isKept) connection.close();
        }
    }

    /** @return the first byte of the response */
    private static int sent(Connection connection, byte[] request) throws IOException {
        try {
            connection.socket.getOutputStream().write(request);
            int first = connection.in.read();
            if (first >= 0) return first;
            throw new EOFException("closed before an answer");
        } catch (EOFException | SocketException closed) {
            if (connection.isUsed) throw new ClosedWhileIdleException(closed);
            throw closed;
        }
    }

    private static Answer answer(InputStream in, int first) throws IOException {
        String status = (char) first + line(in);
        Map<String, String> fields = new HashMap<>();
        for (String line = line(in); !line.isEmpty(); line = line(in)) {
            int colon = line.indexOf(':');
            fields.put(
                    line.substring(0, colon).toLowerCase(Locale.ROOT),
                    line.substring(colon + 1).strip());
        }
        int length = Integer.parseInt(fields.getOrDefault("content-length", "0"));
        byte[] body = in.readNBytes(length);
        if (body.length < length) throw new EOFException("cut off in an answer");
        return new Answer(Integer.parseInt(status.split(" ")[1]), fields, new String(body, UTF_8));
    }

    private static String line(InputStream in) throws IOException {
        StringBuilder line = new StringBuilder();
        while (true) {
            int each = in.read();
            if (each < 0) throw new EOFException("cut off after '" + line + "'");
            if (each == '\n') return line.toString().strip();
            line.append((char) each);
        }
    }

    @Override
    public void close() {
        for (Connection each : connections.values()) {
            try {
                each.close();
            } catch (IOException gone) {
                throw new AssertionError(gone);
            }
        }
    }
}

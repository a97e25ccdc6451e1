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
 * As little as a client of several nodes can do: it asks one after the other, keeps a connection to each, and asks the next
 * where one refuses to be connected with.
 *
 * <p>Beside that it repeats only what RFC 9110 allows, in section 9.2.2: an idempotent request, when a connection that was
 * used before is closed without a byte of an answer. All that it is used for is idempotent, by its method or by a key.
 * Anything else fails.
 */
final class PlainClient implements Closeable {
    private static final int BOUND_MILLIS = 60_000;
    /** One node refuses at a time, and each connection may be found closed. */
    private static final int MOST_TRIES = 10;

    /** @param fields by their names in lower case */
    record Answer(int status, Map<String, String> fields, String body) {}

    /** Not a byte of an answer came over a connection that had been used. */
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

    /** @param fields lines as they are sent */
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

    /** @return the first byte of the answer */
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

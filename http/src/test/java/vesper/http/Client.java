package vesper.http;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import vesper.testing.Eventually;

/**
 * A client that can send arbitrary bytes and parses responses strictly. Reads time out, so a server that does not
 * respond fails the test.
 */
final class Client implements AutoCloseable {
    private static final int BOUND_MILLIS = 10_000;
    private static final int MOST_TRIES = 5;
    private static final Duration TRY = Duration.ofSeconds(4);

    private final Socket socket;
    private final InputStream in;

    private Client(Socket socket) throws IOException {
        this.socket = socket;
        this.in = new BufferedInputStream(socket.getInputStream());
    }

    static Client connect(HttpServer server) throws IOException {
        return connect(server.address());
    }

    static Client connect(InetSocketAddress address) throws IOException {
        Socket socket = new Socket();
        return open(socket, address);
    }

    /** Returns a client with a small receive buffer, so that the server soon notices when it does not read. */
    static Client connectWithSmallBuffer(HttpServer server) throws IOException {
        Socket socket = new Socket();
        socket.setReceiveBufferSize(16 << 10);
        return open(socket, server.address());
    }

    /**
     * Returns a client whose request has reached the server. If idle timeouts are short and the machine stalls, a
     * connection may be closed before its request arrives; then another one is opened.
     *
     * @param connecting opens a connection
     * @param hasCome returns whether the request has arrived
     */
    static Client asking(Connecting connecting, String path, BooleanSupplier hasCome) throws IOException {
        for (int tries = 0; tries < MOST_TRIES; tries++) {
            Client client = connecting.connect();
            try {
                client.send("GET " + path + " HTTP/1.1\r\nHost: a\r\n\r\n");
            } catch (SocketException e) {
                // The connection was closed already.
            }
            if (Eventually.holdsWithin(TRY, hasCome::getAsBoolean)) return client;
            client.close();
        }
        throw new AssertionError("no request has come on " + MOST_TRIES + " connections");
    }

    /** Returns a client whose first response passes the check, with retries as in {@link #asking}. */
    static Client answered(HttpServer server, String path, Consumer<Answer> check) throws IOException {
        for (int tries = 0; tries < MOST_TRIES; tries++) {
            Client client = connect(server);
            try {
                check.accept(client.get(path));
                return client;
            } catch (EOFException | SocketException e) {
                client.close();
            }
        }
        throw new AssertionError("no answer has come on " + MOST_TRIES + " connections");
    }

    @FunctionalInterface
    interface Connecting {
        Client connect() throws IOException;
    }

    private static Client open(Socket socket, InetSocketAddress address) throws IOException {
        socket.setTcpNoDelay(true);
        socket.setSoTimeout(BOUND_MILLIS);
        socket.connect(address, BOUND_MILLIS);
        return new Client(socket);
    }

    Client send(String latin1) throws IOException {
        return send(latin1.getBytes(ISO_8859_1));
    }

    Client send(byte[] bytes) throws IOException {
        return send(bytes, 0, bytes.length);
    }

    Client send(byte[] bytes, int from, int to) throws IOException {
        socket.getOutputStream().write(bytes, from, to - from);
        return this;
    }

    /** Sends a GET request and reads the response. */
    Answer get(String path) throws IOException {
        return send("GET " + path + " HTTP/1.1\r\nHost: localhost\r\n\r\n").read();
    }

    Answer post(String path, String content) throws IOException {
        return send(posted(path, content)).read();
    }

    static String posted(String path, String content) {
        return "POST " + path + " HTTP/1.1\r\nHost: localhost\r\nContent-Length: " + content.length() + "\r\n\r\n"
                + content;
    }

    Answer read() throws IOException {
        return read(Method.GET);
    }

    Answer read(Method asked) throws IOException {
        int status = statusLine();
        Headers headers = fields();
        boolean bare = asked == Method.HEAD || status < 200 || status == 204 || status == 304;
        return new Answer(status, headers, bare ? new byte[0] : content(headers));
    }

    private int statusLine() throws IOException {
        String line = line();
        if (!line.matches("HTTP/1\\.1 [1-5][0-9][0-9] [^\\x00-\\x1f]*"))
            throw new AssertionError("no status line: " + line);
        return Integer.parseInt(line.substring(9, 12));
    }

    private Headers fields() throws IOException {
        List<String> namesAndValues = new ArrayList<>();
        for (String line = line(); !line.isEmpty(); line = line()) {
            int colon = line.indexOf(": ");
            if (colon < 1) throw new AssertionError("no field line: " + line);
            namesAndValues.add(line.substring(0, colon));
            namesAndValues.add(line.substring(colon + 2));
        }
        return Headers.of(namesAndValues.toArray(String[]::new));
    }

    private byte[] content(Headers headers) throws IOException {
        List<String> lengths = headers.all("Content-Length");
        boolean chunked = headers.all("Transfer-Encoding").equals(List.of("chunked"));
        if (lengths.size() > 1 || (chunked && !lengths.isEmpty()))
            throw new AssertionError("framed more than once: " + headers);
        if (chunked) return chunks();
        return lengths.isEmpty() ? in.readAllBytes() : exactly(Integer.parseInt(lengths.getFirst()));
    }

    private byte[] chunks() throws IOException {
        ByteArrayOutputStream content = new ByteArrayOutputStream();
        for (int size = Integer.parseInt(line(), 16); size > 0; size = Integer.parseInt(line(), 16)) {
            content.write(exactly(size));
            if (!line().isEmpty()) throw new AssertionError("no line end after a chunk");
        }
        if (!line().isEmpty()) throw new AssertionError("trailers were not asked for");
        return content.toByteArray();
    }

    private byte[] exactly(int length) throws IOException {
        byte[] bytes = in.readNBytes(length);
        if (bytes.length < length) throw new EOFException(bytes.length + " of " + length + " bytes came");
        return bytes;
    }

    /** Reads a line, without its end. Throws {@link EOFException} if the server closes before that. */
    String line() throws IOException {
        StringBuilder line = new StringBuilder();
        while (true) {
            int b = in.read();
            if (b < 0) throw new EOFException("the server closed after '" + line + "'");
            if (b == '\n') throw new AssertionError("bare line feed after '" + line + "'");
            if (b != '\r') {
                line.append((char) b);
                continue;
            }
            if (in.read() != '\n') throw new AssertionError("bare carriage return after '" + line + "'");
            return line.toString();
        }
    }

    int readByte() throws IOException {
        return in.read();
    }

    /** Returns whether nothing has arrived; for input that must not arrive. */
    boolean hasNothingToRead() throws IOException {
        return in.available() == 0;
    }

    /** Returns whether the server closes without another byte. */
    boolean isAtEnd() throws IOException {
        try {
            return in.read() < 0;
        } catch (SocketException e) {
            return true; // a reset ends it as well
        }
    }

    /**
     * Reads at an even pace, such that {@code bytes} bytes would take {@code time}. Returns the number of bytes before
     * the end.
     */
    int readSlowly(int bytes, Duration time) throws IOException {
        long began = System.nanoTime();
        byte[] part = new byte[64 << 10];
        int count = 0;
        while (count < bytes) {
            int read = in.read(part);
            if (read < 0) break;
            count += read;
            long due = began + (long) (time.toNanos() * ((double) count / bytes));
            while (System.nanoTime() < due) LockSupport.parkNanos(due - System.nanoTime());
        }
        return count;
    }

    /** Reads everything until the server closes or resets. */
    byte[] readToEnd() throws IOException {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        try {
            in.transferTo(all);
        } catch (SocketException e) {
            // a reset: the bytes before it count
        }
        return all.toByteArray();
    }

    /** Reads and discards everything until the connection ends. */
    void drain() {
        byte[] part = new byte[64 << 10];
        try {
            while (in.read(part) >= 0) {}
        } catch (IOException e) {
            // The connection was closed.
        }
    }

    /** Closes our side, but can still read. */
    Client endOutput() throws IOException {
        socket.shutdownOutput();
        return this;
    }

    /** Closes with a reset. */
    void reset() throws IOException {
        socket.setSoLinger(true, 0);
        socket.close();
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}

package vesper.http;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import io.netty.handler.codec.http2.DefaultHttp2Headers;
import io.netty.handler.codec.http2.Http2Headers;
import java.io.EOFException;
import java.io.IOException;
import java.net.Socket;
import java.net.SocketException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import vesper.http.frames.Preface;

/**
 * An HTTP/2 client that can send arbitrary frames. Reads time out, so a server that does not respond fails the test.
 */
final class Http2Client extends Http2Wire {
    private static final int BOUND_MILLIS = 10_000;

    private int nextStream = 1;
    private final List<Frame> kept = new ArrayList<>();

    private Http2Client(Socket socket) throws IOException {
        super(socket);
    }

    /** Connects and exchanges SETTINGS. */
    static Http2Client connect(HttpServer server, int... settings) throws IOException {
        Http2Client client = silent(server);
        client.greet(settings);
        return client;
    }

    /** Connects without sending anything. */
    static Http2Client silent(HttpServer server) throws IOException {
        Socket socket = new Socket();
        socket.setTcpNoDelay(true);
        socket.setReceiveBufferSize(16 << 10);
        socket.setSoTimeout(BOUND_MILLIS);
        socket.connect(server.address(), BOUND_MILLIS);
        return new Http2Client(socket);
    }

    /** Sends the preface, and exchanges SETTINGS. */
    void greet(int... settings) throws IOException {
        socket.getOutputStream().write(Preface.bytes());
        send(SETTINGS, 0, 0, settings(settings));
        await(SETTINGS);
        send(SETTINGS, ACK, 0);
        await(SETTINGS);
    }

    static Http2Headers request(String method, String path) {
        return new DefaultHttp2Headers(false)
                .method(method)
                .scheme("http")
                .authority("localhost")
                .path(path);
    }

    @Override
    public Http2Client send(int type, int flags, int stream, byte... payload) throws IOException {
        super.send(type, flags, stream, payload);
        return this;
    }

    /** Sends a request on a new stream and returns its number. */
    int ask(Http2Headers fields, boolean endStream) throws IOException {
        int stream = nextStream;
        nextStream += 2;
        send(HEADERS, END_HEADERS | (endStream ? END_STREAM : 0), stream, block(fields));
        return stream;
    }

    /** Sends a request without its content and a PING in the same write. Returns the number of the stream. */
    int askWithPing(Http2Headers fields) throws IOException {
        int stream = nextStream;
        nextStream += 2;
        byte[] head = frame(HEADERS, END_HEADERS, stream, block(fields));
        byte[] ping = frame(PING, 0, 0, new byte[8]);
        byte[] both = Arrays.copyOf(head, head.length + ping.length);
        System.arraycopy(ping, 0, both, head.length, ping.length);
        raw(both);
        return stream;
    }

    int get(String path) throws IOException {
        return ask(request("GET", path), true);
    }

    int nextStream() {
        return nextStream;
    }

    /**
     * Returns status and content of the response on this stream. Frames of other streams are stored until they are
     * requested.
     */
    String answer(int stream) throws IOException {
        StringBuilder answer = new StringBuilder();
        while (true) {
            Frame frame = next(stream);
            if (frame.type == GOAWAY) throw new AssertionError("sent away: " + goAway(frame));
            if (frame.type == HEADERS) {
                if (frame.stream == stream) answer.append(frame.fields.status()).append(' ');
            }
            if (frame.stream != stream) {
                kept.add(frame);
                continue;
            }
            if (frame.type == RST_STREAM)
                return answer.append("reset ").append(frame.error()).toString();
            if (frame.type == DATA) answer.append(new String(frame.payload, ISO_8859_1));
            if (frame.ends()) return answer.toString();
        }
    }

    private Frame next(int stream) throws IOException {
        for (Frame frame : kept) {
            if (frame.stream != stream) continue;
            kept.remove(frame);
            return frame;
        }
        return next();
    }

    boolean isClosed() throws IOException {
        try {
            while (true) next();
        } catch (EOFException | SocketException e) {
            return true;
        }
    }
}

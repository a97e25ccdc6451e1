package vesper.http.client;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import io.netty.handler.codec.http2.DefaultHttp2Headers;
import io.netty.handler.codec.http2.Http2Error;
import io.netty.handler.codec.http2.Http2Headers;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import vesper.http.Http2Wire;

/** The server's end of an HTTP/2 connection that can send arbitrary frames, valid or not. */
final class Http2Server extends Http2Wire {
    static final int MAX_CONCURRENT_STREAMS = 3;
    static final int INITIAL_WINDOW_SIZE = 4;
    private static final int PREFACE_BYTES = 24;

    /** Number of the connection, counted from 1. */
    final int number;

    private Http2Server(RawServer.Peer peer) throws IOException {
        super(peer.socket);
        this.number = peer.number;
    }

    @FunctionalInterface
    interface Script {
        void run(Http2Server server) throws Exception;
    }

    /** Starts a server that sends these SETTINGS on each connection and runs the script on it. */
    static RawServer running(Script script, int... settings) throws IOException {
        return RawServer.running(peer -> {
            try (Http2Server server = new Http2Server(peer)) {
                server.in.skipNBytes(PREFACE_BYTES);
                server.send(SETTINGS, 0, 0, settings(settings));
                script.run(server);
            }
        });
    }

    /** Reads up to the head of the next request and returns its stream. */
    int request() throws IOException {
        return await(HEADERS).stream;
    }

    /** Reads frames until one of this type on this stream. */
    Frame await(int type, int stream) throws IOException {
        Frame frame = await(type);
        while (frame.stream != stream) frame = await(type);
        return frame;
    }

    static Http2Headers status(String status, String... fields) {
        Http2Headers headers = new DefaultHttp2Headers(false);
        headers.add(":status", status);
        for (int i = 0; i < fields.length; i += 2) headers.add(fields[i], fields[i + 1]);
        return headers;
    }

    void head(int stream, boolean ends, Http2Headers fields) throws IOException {
        send(HEADERS, END_HEADERS | (ends ? END_STREAM : 0), stream, block(fields));
    }

    void data(int stream, boolean ends, String content) throws IOException {
        send(DATA, ends ? END_STREAM : 0, stream, content.getBytes(ISO_8859_1));
    }

    void answer(int stream, String content) throws IOException {
        head(stream, false, status("200"));
        data(stream, true, content);
    }

    void reset(int stream, Http2Error error) throws IOException {
        send(RST_STREAM, 0, stream, number((int) error.code()));
    }

    void goAway(int lastStream, Http2Error error, String text) throws IOException {
        ByteArrayOutputStream payload = new ByteArrayOutputStream();
        payload.writeBytes(number(lastStream));
        payload.writeBytes(number((int) error.code()));
        payload.writeBytes(text.getBytes(ISO_8859_1));
        send(GOAWAY, 0, 0, payload.toByteArray());
    }

    /** Reads the content of the request on this stream and returns its size. */
    int contentBytes(int stream) throws IOException {
        int bytes = 0;
        while (true) {
            Frame frame = await(DATA, stream);
            bytes += frame.payload.length;
            if (frame.ends()) return bytes;
        }
    }

    /** Reads content of any stream until this many bytes have arrived. */
    void contentFrames(int bytes) throws IOException {
        int left = bytes;
        while (left > 0) left -= await(DATA).payload.length;
    }

    /** Waits until the client closes. Returns the code of its GOAWAY, or "closed" without one. */
    String awaitEnd() throws IOException {
        return end();
    }
}

package vesper.http;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.handler.codec.http2.DefaultHttp2Headers;
import io.netty.handler.codec.http2.DefaultHttp2HeadersDecoder;
import io.netty.handler.codec.http2.DefaultHttp2HeadersEncoder;
import io.netty.handler.codec.http2.Http2Error;
import io.netty.handler.codec.http2.Http2Exception;
import io.netty.handler.codec.http2.Http2Headers;
import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.net.Socket;
import java.net.SocketException;
import java.util.Arrays;

/**
 * An HTTP/2 client that sends any frames at all, over a socket. Waiting is bounded by the socket's timeout, so a server
 * that does not answer fails the test.
 */
final class Http2Client implements AutoCloseable {
    static final int DATA = 0;
    static final int HEADERS = 1;
    static final int PRIORITY = 2;
    static final int RST_STREAM = 3;
    static final int SETTINGS = 4;
    static final int PING = 6;
    static final int GOAWAY = 7;
    static final int WINDOW_UPDATE = 8;
    static final int CONTINUATION = 9;
    static final int END_STREAM = 0x1;
    static final int ACK = 0x1;
    static final int END_HEADERS = 0x4;

    private static final int BOUND_MILLIS = 10_000;

    /** One frame as it came. */
    static final class Frame {
        final int type;
        final int flags;
        final int stream;
        final byte[] payload;
        Http2Headers fields = new DefaultHttp2Headers(false);

        Frame(int type, int flags, int stream, byte[] payload) {
            this.type = type;
            this.flags = flags;
            this.stream = stream;
            this.payload = payload;
        }

        boolean ends() {
            return (flags & END_STREAM) != 0;
        }

        int number(int at) {
            return Unpooled.wrappedBuffer(payload).getInt(at);
        }

        /** The code of RST_STREAM or GOAWAY. */
        Http2Error error() {
            return Http2Error.valueOf(number(type == GOAWAY ? 4 : 0));
        }

        @Override
        public String toString() {
            return "frame of type " + type + " flags " + flags + " stream " + stream + " with " + payload.length
                    + " bytes";
        }
    }

    private final Socket socket;
    private final DataInputStream in;
    private final DefaultHttp2HeadersEncoder encoder = new DefaultHttp2HeadersEncoder();
    private final DefaultHttp2HeadersDecoder decoder = new DefaultHttp2HeadersDecoder(false);
    private int nextStream = 1;

    private Http2Client(Socket socket) throws IOException {
        this.socket = socket;
        this.in = new DataInputStream(new BufferedInputStream(socket.getInputStream()));
    }

    /** Greeted, with settings of both sides exchanged. */
    static Http2Client connect(HttpServer server, int... settings) throws IOException {
        Http2Client client = silent(server);
        client.greet(settings);
        return client;
    }

    /** A socket on which nothing has been said. */
    static Http2Client silent(HttpServer server) throws IOException {
        Socket socket = new Socket();
        socket.setTcpNoDelay(true);
        socket.setReceiveBufferSize(16 << 10);
        socket.setSoTimeout(BOUND_MILLIS);
        socket.connect(server.address(), BOUND_MILLIS);
        return new Http2Client(socket);
    }

    private void greet(int... settings) throws IOException {
        socket.getOutputStream().write(Http2Connection.PREFACE);
        ByteBuf payload = Unpooled.buffer();
        for (int i = 0; i < settings.length; i += 2)
            payload.writeShort(settings[i]).writeInt(settings[i + 1]);
        send(SETTINGS, 0, 0, bytes(payload));
        await(SETTINGS);
        send(SETTINGS, ACK, 0);
        await(SETTINGS);
    }

    static byte[] bytes(ByteBuf buffer) {
        byte[] bytes = new byte[buffer.readableBytes()];
        buffer.readBytes(bytes);
        return bytes;
    }

    static byte[] number(int value) {
        return bytes(Unpooled.buffer().writeInt(value));
    }

    void raw(byte[] bytes) throws IOException {
        socket.getOutputStream().write(bytes);
    }

    static byte[] frame(int type, int flags, int stream, byte... payload) {
        ByteBuf frame = Unpooled.buffer(9 + payload.length);
        frame.writeMedium(payload.length)
                .writeByte(type)
                .writeByte(flags)
                .writeInt(stream)
                .writeBytes(payload);
        return bytes(frame);
    }

    Http2Client send(int type, int flags, int stream, byte... payload) throws IOException {
        raw(frame(type, flags, stream, payload));
        return this;
    }

    static Http2Headers request(String method, String path) {
        return new DefaultHttp2Headers(false)
                .method(method)
                .scheme("http")
                .authority("localhost")
                .path(path);
    }

    byte[] block(Http2Headers fields) throws IOException {
        ByteBuf block = Unpooled.buffer();
        try {
            encoder.encodeHeaders(1, fields, block);
        } catch (Http2Exception e) {
            throw new IOException(e);
        }
        return bytes(block);
    }

    /** Asks on a new stream; its number. */
    int ask(Http2Headers fields, boolean endStream) throws IOException {
        int stream = nextStream;
        nextStream += 2;
        send(HEADERS, END_HEADERS | (endStream ? END_STREAM : 0), stream, block(fields));
        return stream;
    }

    int get(String path) throws IOException {
        return ask(request("GET", path), true);
    }

    int nextStream() {
        return nextStream;
    }

    /** The next frame; {@link EOFException} where the server closed. */
    Frame next() throws IOException {
        int length = in.readUnsignedByte() << 16 | in.readUnsignedShort();
        int type = in.readUnsignedByte();
        int flags = in.readUnsignedByte();
        int stream = in.readInt();
        Frame frame = new Frame(type, flags, stream, in.readNBytes(length));
        // In order, whoever wants to know: each section changes what the next ones mean.
        if (type == HEADERS) frame.fields = decoded(frame);
        return frame;
    }

    /** The next frame of this type, whatever comes before it. */
    Frame await(int type) throws IOException {
        Frame frame = next();
        while (frame.type != type) {
            if (frame.type == GOAWAY) throw new AssertionError("sent away: " + goAway(frame));
            frame = next();
        }
        return frame;
    }

    private static String goAway(Frame frame) {
        return frame.error() + " " + new String(frame.payload, 8, frame.payload.length - 8, ISO_8859_1);
    }

    private Http2Headers decoded(Frame headers) throws IOException {
        try {
            return decoder.decodeHeaders(headers.stream, Unpooled.wrappedBuffer(headers.payload));
        } catch (Http2Exception e) {
            throw new IOException(e);
        }
    }

    /** Status and content of the answer on this stream; frames of others are dropped. */
    String answer(int stream) throws IOException {
        StringBuilder answer = new StringBuilder();
        while (true) {
            Frame frame = next();
            if (frame.type == GOAWAY) throw new AssertionError("sent away: " + goAway(frame));
            if (frame.type == HEADERS) {
                if (frame.stream == stream) answer.append(frame.fields.status()).append(' ');
            }
            if (frame.stream != stream) continue;
            if (frame.type == RST_STREAM)
                return answer.append("reset ").append(frame.error()).toString();
            if (frame.type == DATA) answer.append(new String(frame.payload, ISO_8859_1));
            if (frame.ends()) return answer.toString();
        }
    }

    /** How the server ends the connection: its GOAWAY's code, or "closed" without one. */
    String end() throws IOException {
        try {
            while (true) {
                Frame frame = next();
                if (frame.type == GOAWAY) return frame.error().toString();
            }
        } catch (EOFException | SocketException e) {
            return "closed";
        }
    }

    boolean isClosed() throws IOException {
        try {
            while (true) next();
        } catch (EOFException | SocketException e) {
            return true;
        }
    }

    byte[] filled(int length) {
        byte[] bytes = new byte[length];
        Arrays.fill(bytes, (byte) 'x');
        return bytes;
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}

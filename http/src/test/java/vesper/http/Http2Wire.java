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

/** One end of an HTTP/2 connection over a socket that can send arbitrary frames and reads those of the other end. */
public class Http2Wire implements AutoCloseable {
    public static final int DATA = 0;
    public static final int HEADERS = 1;
    public static final int PRIORITY = 2;
    public static final int RST_STREAM = 3;
    public static final int SETTINGS = 4;
    public static final int PUSH_PROMISE = 5;
    public static final int PING = 6;
    public static final int GOAWAY = 7;
    public static final int WINDOW_UPDATE = 8;
    public static final int CONTINUATION = 9;
    public static final int END_STREAM = 0x1;
    public static final int ACK = 0x1;
    public static final int END_HEADERS = 0x4;

    /** A received frame. */
    public static final class Frame {
        public final int type;
        public final int flags;
        public final int stream;
        public final byte[] payload;
        public Http2Headers fields = new DefaultHttp2Headers(false);

        Frame(int type, int flags, int stream, byte[] payload) {
            this.type = type;
            this.flags = flags;
            this.stream = stream;
            this.payload = payload;
        }

        public boolean ends() {
            return (flags & END_STREAM) != 0;
        }

        public int number(int at) {
            return Unpooled.wrappedBuffer(payload).getInt(at);
        }

        /** Returns the error code of RST_STREAM or GOAWAY. */
        public Http2Error error() {
            return Http2Error.valueOf(number(type == GOAWAY ? 4 : 0));
        }

        @Override
        public String toString() {
            return "frame of type " + type + " flags " + flags + " stream " + stream + " with " + payload.length
                    + " bytes";
        }
    }

    protected final Socket socket;
    protected final DataInputStream in;
    private final DefaultHttp2HeadersEncoder encoder = new DefaultHttp2HeadersEncoder();
    private final DefaultHttp2HeadersDecoder decoder = new DefaultHttp2HeadersDecoder(false);

    public Http2Wire(Socket socket) throws IOException {
        this.socket = socket;
        this.in = new DataInputStream(new BufferedInputStream(socket.getInputStream()));
    }

    public static byte[] bytes(ByteBuf buffer) {
        byte[] bytes = new byte[buffer.readableBytes()];
        buffer.readBytes(bytes);
        return bytes;
    }

    public static byte[] number(int value) {
        return bytes(Unpooled.buffer().writeInt(value));
    }

    /** Returns the payload of SETTINGS, from identifiers at even and their values at odd indexes. */
    public static byte[] settings(int... settings) {
        ByteBuf payload = Unpooled.buffer();
        for (int i = 0; i < settings.length; i += 2)
            payload.writeShort(settings[i]).writeInt(settings[i + 1]);
        return bytes(payload);
    }

    public void raw(byte[] bytes) throws IOException {
        socket.getOutputStream().write(bytes);
    }

    public static byte[] frame(int type, int flags, int stream, byte... payload) {
        ByteBuf frame = Unpooled.buffer(9 + payload.length);
        frame.writeMedium(payload.length)
                .writeByte(type)
                .writeByte(flags)
                .writeInt(stream)
                .writeBytes(payload);
        return bytes(frame);
    }

    public Http2Wire send(int type, int flags, int stream, byte... payload) throws IOException {
        raw(frame(type, flags, stream, payload));
        return this;
    }

    public byte[] block(Http2Headers fields) throws IOException {
        ByteBuf block = Unpooled.buffer();
        try {
            encoder.encodeHeaders(1, fields, block);
        } catch (Http2Exception e) {
            throw new IOException(e);
        }
        return bytes(block);
    }

    /** Reads the next frame. Throws {@link EOFException} if the other end closed. */
    public Frame next() throws IOException {
        int length = in.readUnsignedByte() << 16 | in.readUnsignedShort();
        int type = in.readUnsignedByte();
        int flags = in.readUnsignedByte();
        int stream = in.readInt();
        Frame frame = new Frame(type, flags, stream, in.readNBytes(length));
        // Every section must be decoded in order, even if it is not used: each changes the meaning of later ones.
        if (type == HEADERS) frame.fields = decoded(frame);
        return frame;
    }

    /** Reads frames until one of this type. */
    public Frame await(int type) throws IOException {
        Frame frame = next();
        while (frame.type != type) {
            if (frame.type == GOAWAY) throw new AssertionError("sent away: " + goAway(frame));
            frame = next();
        }
        return frame;
    }

    static String goAway(Frame frame) {
        return frame.error() + " " + new String(frame.payload, 8, frame.payload.length - 8, ISO_8859_1);
    }

    private Http2Headers decoded(Frame headers) throws IOException {
        try {
            return decoder.decodeHeaders(headers.stream, Unpooled.wrappedBuffer(headers.payload));
        } catch (Http2Exception e) {
            throw new IOException(e);
        }
    }

    /** Reads until the other end closes. Returns the code of its GOAWAY, or "closed" without one. */
    public String end() throws IOException {
        try {
            while (true) {
                Frame frame = next();
                if (frame.type == GOAWAY) return frame.error().toString();
            }
        } catch (EOFException | SocketException e) {
            return "closed";
        }
    }

    public byte[] filled(int length) {
        byte[] bytes = new byte[length];
        Arrays.fill(bytes, (byte) 'x');
        return bytes;
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}

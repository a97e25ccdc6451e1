package vesper.http;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.netty.buffer.ByteBuf;

/**
 * A writer of one connection's responses in the wire format of HTTP/1.1 (RFC 9112): head, framing and content go into
 * the connection's output buffer. The connection decides when it is flushed and what follows.
 */
final class ResponseWriter {
    private static final byte[] CONTINUE = "HTTP/1.1 100 Continue\r\n\r\n".getBytes(US_ASCII);
    private static final byte[] CRLF = {'\r', '\n'};
    private static final byte[] LAST_CHUNK = "0\r\n\r\n".getBytes(US_ASCII);

    private final ResponseEncoder encoder;
    private final Output output;

    ResponseWriter(ResponseEncoder encoder, Output output) {
        this.encoder = encoder;
        this.output = output;
    }

    void resume() {
        output.buffer().writeBytes(CONTINUE);
    }

    void whole(InFlight current, Response response, Response.Bytes given, boolean keepsAlive) {
        Response.Bytes bytes = response.status() == Status.RESET_CONTENT ? Response.Bytes.NONE : given;
        boolean none = Status.forbidsContent(response.status());
        var framing = none ? ResponseEncoder.Framing.UNTOLD : ResponseEncoder.Framing.LENGTH;
        head(current, response, framing, bytes.length, keepsAlive);
        if (none || current.isHead()) return;
        current.bytesSent = bytes.length;
        output.write(bytes);
    }

    /**
     * Returns whether the connection can stay open after content of this length. Content of unknown length to an
     * HTTP/1.0 client ends with the connection.
     */
    static boolean keepsAlive(InFlight current, long length) {
        boolean untold = length == Response.Streamed.LENGTH_UNKNOWN && !current.isHttp11();
        return !untold || current.isHead() || Status.forbidsContent(current.status);
    }

    /** Writes the head of a response whose content is streamed. */
    void startStream(InFlight current, Response response, long length, boolean keepsAlive) {
        boolean forbidden = Status.forbidsContent(response.status());
        boolean unknown = length == Response.Streamed.LENGTH_UNKNOWN;
        current.chunked = !forbidden && !current.isHead() && unknown && current.isHttp11();
        var framing = !forbidden && !unknown
                ? ResponseEncoder.Framing.LENGTH
                : current.chunked ? ResponseEncoder.Framing.CHUNKED : ResponseEncoder.Framing.UNTOLD;
        head(current, response, framing, length, keepsAlive);
    }

    private void head(
            InFlight current, Response response, ResponseEncoder.Framing framing, long length, boolean keepsAlive) {
        encoder.head(response, framing, length, current.head.version(), keepsAlive, output.buffer());
    }

    void chunk(InFlight current, byte[] chunk) {
        if (Status.dropsContent(current.status)) return;
        ByteBuf buffer = output.buffer();
        if (current.chunked) buffer.writeBytes((Integer.toHexString(chunk.length) + "\r\n").getBytes(US_ASCII));
        buffer.writeBytes(chunk);
        if (current.chunked) buffer.writeBytes(CRLF);
        current.bytesSent += chunk.length;
    }

    void endStream(InFlight current) {
        if (current.chunked) output.buffer().writeBytes(LAST_CHUNK);
    }

    /** Writes the last response of a connection, to input that may not even be a request. */
    void refusal(Response response, Response.Bytes content, boolean toHead) {
        encoder.head(
                response, ResponseEncoder.Framing.LENGTH, content.length, HttpVersion.HTTP_1_1, false, output.buffer());
        if (!toHead) output.write(content);
    }
}

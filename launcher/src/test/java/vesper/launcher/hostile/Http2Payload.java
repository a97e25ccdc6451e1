package vesper.launcher.hostile;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.util.Arrays;

/** Data sent by hostile clients that use HTTP/2 (RFC 9113) with prior knowledge. */
final class Http2Payload {
    private static final byte[] PREFACE = "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".getBytes(US_ASCII);
    private static final int HEADERS = 1;
    private static final int SETTINGS = 4;
    private static final int PING = 6;
    private static final int WINDOW_UPDATE = 8;
    private static final int CONTINUATION = 9;
    private static final int END_STREAM = 0x1;
    private static final int END_HEADERS = 0x4;
    private static final short INITIAL_WINDOW_SIZE = 4;
    private static final int DEFAULT_WINDOW = 65_535;
    /** The number of concurrent streams that the server allows. */
    private static final int STREAMS = 100;

    private static final int VALUE_BYTES = 8_000;

    private Http2Payload() {}

    private static byte[] frame(int type, int flags, int stream, byte... payload) {
        return ByteBuffer.allocate(9 + payload.length)
                .put((byte) (payload.length >> 16))
                .putShort((short) payload.length)
                .put((byte) type)
                .put((byte) flags)
                .putInt(stream)
                .put(payload)
                .array();
    }

    private static byte[] number(int value) {
        return ByteBuffer.allocate(4).putInt(value).array();
    }

    private static byte[] opening(int windowOfEachStream, byte[]... more) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        bytes.writeBytes(PREFACE);
        byte[] setting = ByteBuffer.allocate(6)
                .putShort(INITIAL_WINDOW_SIZE)
                .putInt(windowOfEachStream)
                .array();
        bytes.writeBytes(frame(SETTINGS, 0, 0, setting));
        for (byte[] each : more) bytes.writeBytes(each);
        return bytes.toByteArray();
    }

    /** Returns GET, http and an authority of one letter in HPACK (RFC 7541), followed by the path and more fields. */
    private static byte[] fields(String path, byte... more) {
        ByteArrayOutputStream block = new ByteArrayOutputStream();
        block.writeBytes(new byte[] {(byte) 0x82, (byte) 0x86, 0x01, 1, 'a', 0x04, (byte) path.length()});
        block.writeBytes(path.getBytes(US_ASCII));
        block.writeBytes(more);
        return block.toByteArray();
    }

    private static byte[] requestsForMuch() {
        ByteArrayOutputStream requests = new ByteArrayOutputStream();
        byte[] fields = fields("/api/big");
        for (int i = 0; i < STREAMS; i++)
            requests.writeBytes(frame(HEADERS, END_STREAM | END_HEADERS, 1 + 2 * i, fields));
        return requests.toByteArray();
    }

    /** Returns requests for a hundred megabytes with a window of 0 for each response. */
    static byte[] requestsWithoutRoom() {
        return opening(0, requestsForMuch());
    }

    /** Returns the same requests with the initial window of a connection, which is never updated. */
    static byte[] requestsWithLittleRoom() {
        return opening(DEFAULT_WINDOW, requestsForMuch());
    }

    /** Returns the same requests with a window for all responses. */
    static byte[] requestsWithAllRoom() {
        byte[] wide = frame(WINDOW_UPDATE, 0, 0, number(Integer.MAX_VALUE - DEFAULT_WINDOW));
        return opening(Integer.MAX_VALUE, wide, requestsForMuch());
    }

    /** Returns a header section that ends in the middle of a long value. */
    static byte[] beginningOfHead() {
        // A literal field without indexing: a name of one letter, and a length that takes HPACK's 7-bit prefix and two
        // more bytes.
        int rest = VALUE_BYTES - 127;
        byte[] field = {0x00, 1, 'x', 0x7f, (byte) (0x80 | rest & 0x7f), (byte) (rest >> 7)};
        return opening(DEFAULT_WINDOW, frame(HEADERS, END_STREAM, 1, fields("/api/hello", field)));
    }

    /** Returns one more byte of that value. */
    static byte[] moreOfHead() {
        return frame(CONTINUATION, 0, 1, (byte) 'x');
    }

    static byte[] ping() {
        byte[] data = new byte[8];
        Arrays.fill(data, (byte) 'x');
        return frame(PING, 0, 0, data);
    }
}

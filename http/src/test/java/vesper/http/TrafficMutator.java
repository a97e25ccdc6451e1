package vesper.http;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.ByteArrayOutputStream;
import java.util.Arrays;
import java.util.List;
import java.util.Random;

/** A generator of almost valid traffic, by mutations of valid traffic. */
final class TrafficMutator {
    private static final int MOST_BYTES = 700;
    private static final List<String> WORDS = List.of(
            "\r\n",
            "\n",
            "\r",
            "\r\r\n",
            "\r\n\r\n",
            " ",
            "\t",
            "\0",
            "\u000b",
            "\u00a0",
            "\u0085",
            ":",
            " :",
            ",",
            ";",
            "=",
            "\"",
            "\\",
            "0",
            "00",
            "0\r\n\r\n",
            "1",
            "5",
            "f",
            "+",
            "-",
            "0x",
            "_",
            "10",
            "%",
            "%2e",
            "%00",
            "/",
            "..",
            "?",
            "#",
            "chunked",
            "identity",
            "gzip, ",
            "CHUNKED",
            "close",
            "100-continue",
            "\r\n ",
            "\r\n\t",
            "\u017f",
            "\u00e4",
            "HTTP/1.1",
            "HTTP/1.0",
            "HTTP/1.2",
            "GET ",
            "POST ",
            "http://b",
            "GET /x HTTP/1.1\r\nHost: x\r\n\r\n",
            "Transfer-Encoding: chunked\r\n",
            "Transfer-Encoding:chunked\r\n",
            "transfer-encoding : chunked\r\n",
            "Content-Length: 0\r\n",
            "Content-Length: 5\r\n",
            "Content-Length: 5, 5\r\n",
            "Content-Length: +5\r\n",
            "Host: b\r\n",
            "Host: b:80\r\n",
            "X: 1\r\n",
            "X\r\n",
            ": 1\r\n",
            "Connection: close\r\n",
            ";a=\"",
            "\";b");

    private final Random random;
    private final List<byte[]> examples;

    TrafficMutator(List<byte[]> examples, long seed) {
        this.examples = examples;
        this.random = new Random(seed);
    }

    byte[] next() {
        ByteArrayOutputStream traffic = new ByteArrayOutputStream();
        for (int i = random.nextInt(3); i >= 0; i--) traffic.writeBytes(any());
        byte[] bytes = traffic.toByteArray();
        for (int changes = random.nextInt(5); changes > 0; changes--) bytes = changed(bytes);
        return Arrays.copyOf(bytes, Math.min(bytes.length, MOST_BYTES));
    }

    private byte[] any() {
        return examples.get(random.nextInt(examples.size()));
    }

    private byte[] changed(byte[] bytes) {
        if (bytes.length == 0) return any();
        int at = random.nextInt(bytes.length);
        int until = Math.min(bytes.length, at + 1 + random.nextInt(12));
        byte[] word = WORDS.get(random.nextInt(WORDS.size())).getBytes(ISO_8859_1);
        return switch (random.nextInt(7)) {
            case 0 -> replaced(bytes, at, at + 1, new byte[] {(byte) random.nextInt(256)});
            case 1 -> replaced(bytes, at, at, word);
            case 2 -> replaced(bytes, at, until, word);
            case 3 -> replaced(bytes, at, until, new byte[0]);
            case 4 -> replaced(bytes, at, at, Arrays.copyOfRange(bytes, at, until));
            case 5 -> replaced(bytes, lineStart(bytes, at), lineStart(bytes, at), word);
            default -> replaced(bytes, at, bytes.length, any());
        };
    }

    private static int lineStart(byte[] bytes, int at) {
        int start = at;
        while (start > 0 && bytes[start - 1] != '\n') start--;
        return start;
    }

    private static byte[] replaced(byte[] bytes, int from, int to, byte[] other) {
        byte[] result = new byte[bytes.length - (to - from) + other.length];
        System.arraycopy(bytes, 0, result, 0, from);
        System.arraycopy(other, 0, result, from, other.length);
        System.arraycopy(bytes, to, result, from + other.length, bytes.length - to);
        return result;
    }
}

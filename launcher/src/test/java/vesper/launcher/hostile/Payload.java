package vesper.launcher.hostile;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.util.zip.GZIPOutputStream;

/** Data sent by hostile clients. It is created once, so that creating it takes no CPU time during the measurement. */
final class Payload {
    private Payload() {}

    static byte[] bytes(String text) {
        return text.getBytes(ISO_8859_1);
    }

    static byte[] head(String path, String type, int length) {
        return bytes("POST " + path + " HTTP/1.1\r\nHost: a\r\nContent-Type: " + type + "\r\nContent-Length: " + length
                + "\r\n\r\n");
    }

    private static byte[] post(String path, String type, String content) {
        return bytes(new String(head(path, type, content.length()), ISO_8859_1) + content);
    }

    static byte[] json(String content) {
        return post("/api/map", "application/json", content);
    }

    static byte[] wholeNumber(String number) {
        return post("/api/whole", "application/json", "{\"number\":" + number + "}");
    }

    static byte[] xml(String content) {
        return post("/api/map", "application/xml", content);
    }

    private static byte[] form(String content) {
        return post("/api/form", "application/x-www-form-urlencoded", content);
    }

    static byte[] entityBomb() {
        StringBuilder bomb = new StringBuilder("<!DOCTYPE m [<!ENTITY e0 \"bomb\">");
        for (int i = 1; i < 30; i++)
            bomb.append("<!ENTITY e%d \"%s\">".formatted(i, ("&e" + (i - 1) + ";").repeat(10)));
        return xml(bomb + "]><m>&e29;</m>");
    }

    /** Returns JSON of 64 MiB of spaces, compressed {@code times} times. */
    static byte[] gzipBomb(int times) {
        try {
            ByteArrayOutputStream packed = new ByteArrayOutputStream();
            try (OutputStream out = packed(packed, times)) {
                byte[] blanks = " ".repeat(1 << 20).getBytes(ISO_8859_1);
                for (int i = 0; i < 64; i++) out.write(blanks);
            }
            ByteArrayOutputStream request = new ByteArrayOutputStream();
            request.writeBytes(bytes("POST /api/map HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n"
                    + "Content-Encoding: gzip" + ", gzip".repeat(times - 1) + "\r\nContent-Length: " + packed.size()
                    + "\r\n\r\n"));
            packed.writeTo(request);
            return request.toByteArray();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static OutputStream packed(OutputStream out, int times) throws IOException {
        return times == 0 ? out : new GZIPOutputStream(packed(out, times - 1));
    }

    static byte[] collidingKeys() {
        StringBuilder json = new StringBuilder("{");
        for (int i = 0; i < 27_000; i++) json.append('"').append(colliding(i)).append("\":1,");
        return json(json + "\"z\":1}");
    }

    static byte[] collidingElements() {
        StringBuilder xml = new StringBuilder("<m>");
        for (int i = 0; i < 27_000; i++) xml.append('<').append(colliding(i)).append("/>");
        return xml(xml + "</m>");
    }

    static byte[] collidingFields() {
        StringBuilder form = new StringBuilder();
        for (int i = 0; i < 999; i++) form.append(colliding(i)).append("=1&");
        return form(form + "z=1");
    }

    static byte[] collidingHeaderNames() {
        StringBuilder head = new StringBuilder("GET /api/hello HTTP/1.1\r\nHost: a\r\n");
        for (int i = 0; i < 99; i++) head.append(colliding(i)).append(": 1\r\n");
        return bytes(head + "\r\n");
    }

    static byte[] formOfManyFields() {
        StringBuilder form = new StringBuilder();
        for (int i = 0; i < 50_000; i++) form.append('f').append(i).append("=1&");
        return form(form.toString());
    }

    static byte[] uploadOfManyParts() {
        String part = "--b\r\nContent-Disposition: form-data; name=\"f\"\r\n\r\n1\r\n";
        return post("/api/form", "multipart/form-data; boundary=b", part.repeat(19_000) + "--b--\r\n");
    }

    static byte[] endlessHeaders() {
        return bytes("GET / HTTP/1.1\r\nHost: a\r\n" + "X: 1\r\n".repeat(100_000));
    }

    static byte[] endlessChunkExtension() {
        return bytes(
                "POST /api/map HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n1;" + "x".repeat(1_000_000));
    }

    /** Returns a text of 32 letters with a constant {@link String#hashCode}, distinct for each of 65,536 numbers. */
    private static String colliding(int number) {
        StringBuilder text = new StringBuilder();
        for (int bit = 0; bit < 16; bit++) text.append((number >> bit & 1) == 0 ? "Aa" : "BB");
        return text.toString();
    }
}

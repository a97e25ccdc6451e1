package vesper.http;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

/** A response as a {@link Client} received it; the content is already out of its framing. */
record Answer(int status, Headers headers, byte[] content) {
    String text() {
        return new String(content, ISO_8859_1);
    }

    String header(String name) {
        return headers.first(name).orElse("");
    }

    /** Whether it says that the connection ends with it. */
    boolean closes() {
        return headers.all("Connection").contains("close");
    }
}

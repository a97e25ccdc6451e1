package vesper.http;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

/** A response as received by a {@link Client}, with its content decoded from the framing. */
record Answer(int status, Headers headers, byte[] content) {
    String text() {
        return new String(content, ISO_8859_1);
    }

    String header(String name) {
        return headers.first(name).orElse("");
    }

    /** Returns whether the response announces the end of the connection. */
    boolean closes() {
        return headers.all("Connection").contains("close");
    }
}

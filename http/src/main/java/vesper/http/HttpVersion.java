package vesper.http;

/** The protocol versions that the server speaks. Any other major version gets a 505. */
public enum HttpVersion {
    HTTP_1_0("HTTP/1.0"),
    HTTP_1_1("HTTP/1.1"),
    HTTP_2("HTTP/2.0");

    private final String text;

    HttpVersion(String text) {
        this.text = text;
    }

    /** Returns the version as in a start line and in logs, such as {@code HTTP/1.1}. */
    @Override
    public String toString() {
        return text;
    }
}

package vesper.http;

/** The protocol versions that the server speaks; it answers 505 to any other major version. */
public enum HttpVersion {
    HTTP_1_0("HTTP/1.0"),
    HTTP_1_1("HTTP/1.1"),
    HTTP_2("HTTP/2.0");

    private final String text;

    HttpVersion(String text) {
        this.text = text;
    }

    /** The version as it stands on a start line and in logs, {@code HTTP/1.1}. */
    @Override
    public String toString() {
        return text;
    }
}

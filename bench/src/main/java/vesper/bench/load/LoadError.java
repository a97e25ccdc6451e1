package vesper.bench.load;

/** The kinds of failed requests. */
public enum LoadError {
    /** The connection could not be opened. */
    CONNECT("connect", "connection failed"),
    /** The response was not complete in time. */
    TIMEOUT("timeout", "timed out"),
    /** The response is complete but has an unexpected status; any 2xx or 3xx is expected by default. */
    STATUS("status", "with an unexpected status"),
    /** The response is complete but has an unexpected body. */
    BODY("body", "with an unexpected body"),
    /** The connection was closed before the response was complete. */
    CUT_OFF("cutOff", "disconnected early"),
    /** The response is not HTTP/1. */
    MALFORMED("malformed", "not HTTP/1"),
    /** This machine had no socket or port left to connect from. */
    LOCAL("local", "without a free local socket or port");

    private final String label;
    private final String words;

    LoadError(String label, String words) {
        this.label = label;
        this.words = words;
    }

    /** Returns the stable name for JSON output. */
    public String label() {
        return label;
    }

    /** Returns the text that follows a count in output for people. */
    public String words() {
        return words;
    }
}

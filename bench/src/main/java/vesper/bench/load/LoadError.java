package vesper.bench.load;

/** The kinds of failed requests. */
public enum LoadError {
    /** The connection could not be opened. */
    CONNECT("connect", "not connected"),
    /** The response was not complete in time. */
    TIMEOUT("timeout", "too late"),
    /** The response is complete but has an unexpected status; any 2xx or 3xx is expected by default. */
    STATUS("status", "with another status"),
    /** The response is complete but has an unexpected body. */
    BODY("body", "with another body"),
    /** The connection was closed before the response was complete. */
    CUT_OFF("cutOff", "cut off"),
    /** The response is not HTTP/1. */
    MALFORMED("malformed", "not HTTP/1"),
    /** This machine had no socket or port left to connect from. */
    LOCAL("local", "without a socket or port on this side");

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

package vesper.bench.load;

/** How a request can go wrong. */
public enum LoadError {
    /** No connection came about. */
    CONNECT("connect", "not connected"),
    /** No whole answer in time. */
    TIMEOUT("timeout", "too late"),
    /** A whole answer with another status than expected, which is 2xx or 3xx unless said. */
    STATUS("status", "with another status"),
    /** A whole answer with another body than expected. */
    BODY("body", "with another body"),
    /** The connection ended before the answer did. */
    CUT_OFF("cutOff", "cut off"),
    /** What came was not HTTP/1. */
    MALFORMED("malformed", "not HTTP/1"),
    /** This machine had no socket or port left to connect from. */
    LOCAL("local", "without a socket or port on this side");

    private final String label;
    private final String words;

    LoadError(String label, String words) {
        this.label = label;
        this.words = words;
    }

    /** The name in output, which does not change. */
    public String label() {
        return label;
    }

    /** What stands behind a number of them, for people. */
    public String words() {
        return words;
    }
}

package vesper.bench.load;

/** How a request can go wrong. */
public enum LoadError {
    /** No connection came about. */
    CONNECT("connect"),
    /** No whole answer in time. */
    TIMEOUT("timeout"),
    /** A whole answer whose status is not 2xx or 3xx. */
    STATUS("status"),
    /** A whole answer with another body than expected. */
    BODY("body"),
    /** The connection ended before the answer did. */
    CUT_OFF("cutOff"),
    /** What came was not HTTP/1. */
    MALFORMED("malformed");

    private final String label;

    LoadError(String label) {
        this.label = label;
    }

    /** The name in output, which does not change. */
    public String label() {
        return label;
    }
}

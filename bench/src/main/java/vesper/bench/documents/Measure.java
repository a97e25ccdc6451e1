package vesper.bench.documents;

/** The kinds of figures. */
enum Measure {
    /** Requests per second, and per second of CPU. */
    RATE("/s"),
    /** Bytes of heap per document. */
    BYTES("B"),
    /** Seconds until the first response. */
    SECONDS("s");

    private final String unit;

    Measure(String unit) {
        this.unit = unit;
    }

    String unit() {
        return unit;
    }
}

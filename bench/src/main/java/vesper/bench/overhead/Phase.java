package vesper.bench.overhead;

/** The kinds of recorded runs. */
enum Phase {
    /** A number of requests by {@code ab}, as in the published tests. */
    AB("ab"),
    /** A few seconds by our own generator; the bars are judged by these. */
    OWN("own"),
    /** As long as it takes for a backlog to show. */
    SUSTAINED("sustained");

    private final String label;

    Phase(String label) {
        this.label = label;
    }

    String label() {
        return label;
    }
}

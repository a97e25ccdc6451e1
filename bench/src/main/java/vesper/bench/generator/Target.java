package vesper.bench.generator;

/** The servers to drive, and the number of connections. */
enum Target {
    /** A server with minimal work, driven as fast as it answers: shows the cost of driving. */
    FLOOR("floor", "the floor, as fast as it answers", 64),
    /** A server far from its limit, with a known rate: all tools must measure the same. */
    SLOW("slow", "a server that takes " + SlowServer.MILLIS + " ms for each answer", 16);

    private final String slug;
    private final String label;
    private final int connections;

    Target(String slug, String label, int connections) {
        this.slug = slug;
        this.label = label;
        this.connections = connections;
    }

    /** Returns the name in files. */
    String slug() {
        return slug;
    }

    String label() {
        return label;
    }

    int connections() {
        return connections;
    }
}

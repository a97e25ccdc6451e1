package vesper.bench.generator;

/** What is driven, and over how many connections. */
enum Driven {
    /** The least that a server must do, as fast as it answers: what it costs to drive shows. */
    FLOOR("floor", "the floor, as fast as it answers", 64),
    /** Far from its limit, with a rate that is known: what is measured has to be the same, whoever measures. */
    SLOW("slow", "a server that takes " + SlowServer.MILLIS + " ms for each answer", 16);

    private final String slug;
    private final String label;
    private final int connections;

    Driven(String slug, String label, int connections) {
        this.slug = slug;
        this.label = label;
        this.connections = connections;
    }

    /** In files. */
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

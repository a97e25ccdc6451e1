package vesper.bench;

/** The part that an arm plays in a comparison. */
enum ArmKind {
    /** What is judged. */
    VESPER,
    /** The least that a server must do; ratios are taken against it. */
    FLOOR,
    /** Another system that runs on the JVM. */
    PEER;

    /** A JVM compiles while it warms up, and must not be called warm early. */
    boolean runsOnTheJvm() {
        return this != FLOOR;
    }

    /** Whether its pipelined rate is measured beside the other. */
    boolean isPipelined() {
        return this != PEER;
    }
}

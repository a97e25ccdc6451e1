package vesper.bench.experiments;

import vesper.bench.ExitCode;

/**
 * The result of one of several experiments.
 *
 * @param json printed result; empty if it printed none
 */
record ExperimentResult(String name, int exitCode, String json) {
    private static final String FAILED = "failed";

    boolean hasFailed() {
        return verdict().equals(FAILED);
    }

    String verdict() {
        return switch (exitCode) {
            case ExitCode.OK -> "met";
            case ExitCode.GATE_MISSED -> "missed";
            case ExitCode.UNSTABLE -> "not stable";
            default -> FAILED;
        };
    }
}

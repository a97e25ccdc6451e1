package vesper.launcher;

/** Exit codes of commands. Benchmarks also use 3 and 4. */
public enum ExitCode {
    DONE(0),
    FAILED(1),
    /** The command line or a setting is invalid. */
    USAGE(2);

    private final int number;

    ExitCode(int number) {
        this.number = number;
    }

    public int number() {
        return number;
    }
}

package vesper.launcher;

/** How a command ended, for scripts. Benchmarks have codes of their own besides, 3 and 4. */
public enum ExitCode {
    DONE(0),
    FAILED(1),
    /** The command line or a setting cannot be understood. */
    USAGE(2);

    private final int number;

    ExitCode(int number) {
        this.number = number;
    }

    public int number() {
        return number;
    }
}

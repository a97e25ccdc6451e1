package vesper.launcher;

/** How a command ended, for scripts. */
public enum ExitCode {
    DONE(0),
    FAILED(1),
    /** The command line or a setting cannot be understood. */
    USAGE(2),
    /** A benchmark ran, and a figure is below its bar. */
    GATE_MISSED(3),
    /** A benchmark ran, and its figures vary too much to say anything. */
    NOT_STABLE(4);

    private final int number;

    ExitCode(int number) {
        this.number = number;
    }

    public int number() {
        return number;
    }
}

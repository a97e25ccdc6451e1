package vesper.bench;

/** Exit codes of the bench's commands. */
public final class ExitCode {
    public static final int OK = 0;
    public static final int FAILED = 1;
    public static final int USAGE = 2;
    public static final int GATE_MISSED = 3;
    public static final int UNSTABLE = 4;

    private ExitCode() {}
}

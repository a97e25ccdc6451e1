package vesper.launcher;

/** A command that cannot go on, with one line for people and the exit code. */
final class CommandFailedException extends Exception {
    private static final long serialVersionUID = 1;

    private final ExitCode exitCode;

    CommandFailedException(ExitCode exitCode, String message) {
        super(message);
        this.exitCode = exitCode;
    }

    ExitCode exitCode() {
        return exitCode;
    }
}

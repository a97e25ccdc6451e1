package vesper.launcher;

/** A command cannot continue. Carries the message for people and the exit code. */
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

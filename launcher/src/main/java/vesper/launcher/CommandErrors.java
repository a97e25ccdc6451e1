package vesper.launcher;

import java.io.PrintStream;
import vesper.launcher.settings.WrongSettingException;

/** Turns exceptions of commands into messages on standard error and an exit code. */
final class CommandErrors {
    private final PrintStream err;

    CommandErrors(PrintStream err) {
        this.err = err;
    }

    /** Prints the message of the exception and returns the exit code. */
    int exitCodeOf(Exception e) {
        return switch (e) {
            case CommandFailedException failure -> print(failure, failure.exitCode());
            case WrongSettingException wrong -> print(wrong, ExitCode.USAGE);
            default -> {
                err.println("vesper: internal error, please report it: " + e);
                e.printStackTrace(err);
                err.flush();
                yield ExitCode.FAILED.number();
            }
        };
    }

    private int print(Exception e, ExitCode exitCode) {
        String.valueOf(e.getMessage()).lines().forEach(line -> err.println("vesper: " + line));
        err.flush();
        return exitCode.number();
    }
}

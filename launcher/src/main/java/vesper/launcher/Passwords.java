package vesper.launcher;

import java.io.Console;
import java.util.Map;
import java.util.Objects;

/** Passwords that a command needs. They come from the environment or the terminal, never from an argument. */
final class Passwords {
    private static final String OF_CALLER = "VESPER_PASSWORD";
    private static final String OF_NEW_USER = "VESPER_NEW_PASSWORD";

    private Passwords() {}

    /** Returns the password of the user that calls. */
    static String of(Map<String, String> environment, String user) throws CommandFailedException {
        return password(environment, OF_CALLER, "Password of " + user + ": ");
    }

    /** Returns the password of a user that is added or changed. */
    static String ofNewUser(Map<String, String> environment, String user) throws CommandFailedException {
        return password(environment, OF_NEW_USER, "New password of " + user + ": ");
    }

    private static String password(Map<String, String> environment, String variable, String prompt)
            throws CommandFailedException {
        String text = environment.get(variable);
        if (text != null) return text;
        Console console = Objects.requireNonNull(System.console());
        char[] typed = console.isTerminal() ? console.readPassword("%s", prompt) : null;
        if (typed != null && typed.length > 0) return new String(typed);
        throw new CommandFailedException(
                ExitCode.FAILED, "there is no password: set " + variable + ", or run the command on a terminal");
    }
}

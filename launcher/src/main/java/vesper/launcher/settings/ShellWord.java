package vesper.launcher.settings;

import java.util.regex.Pattern;

/** Quotes text for a POSIX shell, so that the commands in our messages can be pasted. */
public final class ShellWord {
    private static final Pattern PLAIN = Pattern.compile("[A-Za-z0-9_./:@%+=,-]+");

    private ShellWord() {}

    public static String of(String text) {
        return PLAIN.matcher(text).matches() ? text : "'" + text.replace("'", "'\\''") + "'";
    }
}

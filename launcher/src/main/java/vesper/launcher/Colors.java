package vesper.launcher;

import java.io.Console;
import java.util.Map;
import picocli.CommandLine.Help;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.Help.ColorScheme;

/** Colours where a terminal shows them, and nowhere else (no-color.org). */
final class Colors {
    private Colors() {}

    static ColorScheme of(Map<String, String> environment) {
        boolean wanted = environment.getOrDefault("NO_COLOR", "").isEmpty()
                && !environment.getOrDefault("TERM", "dumb").equals("dumb")
                && isTerminal();
        return Help.defaultColorScheme(wanted ? Ansi.ON : Ansi.OFF);
    }

    private static boolean isTerminal() {
        Console console = System.console();
        return console != null && console.isTerminal();
    }
}

package vesper.launcher;

import java.io.Console;
import java.util.Map;
import java.util.Optional;
import picocli.CommandLine.Help;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.Help.ColorScheme;

/** Colors the output only if it goes to a terminal that supports it and {@code NO_COLOR} is unset (no-color.org). */
final class Colors {
    private Colors() {}

    static ColorScheme of(Map<String, String> environment) {
        boolean wanted = environment.getOrDefault("NO_COLOR", "").isEmpty()
                && !environment.getOrDefault("TERM", "dumb").equals("dumb")
                && Optional.ofNullable(System.console())
                        .filter(Console::isTerminal)
                        .isPresent();
        return Help.defaultColorScheme(wanted ? Ansi.ON : Ansi.OFF);
    }
}

package vesper.launcher;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.Console;
import java.io.File;
import java.io.IOException;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Determines the width of the terminal, in characters. */
final class TerminalWidth {
    /** Lines that go to a file or a pipe are not cut. */
    static final int UNBOUNDED = 0;

    private static final Pattern ROWS_AND_COLUMNS = Pattern.compile("\\d+ (\\d{1,5})\\s*");
    private static final File TERMINAL = new File("/dev/tty");
    private static final int LEAST = 40;

    private TerminalWidth() {}

    static int of(Map<String, String> environment) {
        String said = environment.getOrDefault("COLUMNS", "");
        if (said.matches("[1-9]\\d{0,4}")) return Math.max(LEAST, Integer.parseInt(said));
        boolean isTerminal = Optional.ofNullable(System.console())
                .filter(Console::isTerminal)
                .isPresent();
        return isTerminal ? queryTerminal() : UNBOUNDED;
    }

    private static int queryTerminal() {
        try {
            Process stty = new ProcessBuilder("stty", "size")
                    .redirectInput(TERMINAL)
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
            String size = new String(stty.getInputStream().readAllBytes(), US_ASCII);
            Matcher columns = ROWS_AND_COLUMNS.matcher(size);
            boolean isSaid = stty.waitFor(1, TimeUnit.SECONDS) && columns.matches();
            return isSaid ? Math.max(LEAST, Integer.parseInt(columns.group(1))) : UNBOUNDED;
        } catch (IOException e) {
            return UNBOUNDED;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return UNBOUNDED;
        }
    }
}

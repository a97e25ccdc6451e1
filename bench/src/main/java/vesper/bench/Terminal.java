package vesper.bench;

import java.io.Console;
import java.util.Optional;

/** Control sequences for a terminal. */
final class Terminal {
    /** Moves to the start of the line and erases it (ECMA-48, EL). */
    static final String ERASE_LINE = "\r\u001b[K";

    /** Moves one line up and erases it (ECMA-48, CUU and EL). */
    static final String ERASE_LINE_ABOVE = "\u001b[1A" + ERASE_LINE;

    private Terminal() {}

    /** Returns whether the process runs on a terminal, where lines can be updated in place. */
    static boolean isInteractive() {
        return Optional.ofNullable(System.console()).filter(Console::isTerminal).isPresent();
    }
}

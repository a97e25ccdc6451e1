package vesper.bench;

import java.io.Console;
import java.util.Optional;

/** What a terminal is told beside text, where there is one. */
final class Terminal {
    /** Back to the beginning of the line, and what stands there is wiped away (ECMA-48, EL). */
    static final String WIPE = "\r\u001b[K";

    /** One line up, and what stands there is wiped away too (ECMA-48, CUU). */
    static final String WIPE_ABOVE = "\u001b[1A" + WIPE;

    private Terminal() {}

    /** Whether somebody looks, who sees lines that change. */
    static boolean isThere() {
        return Optional.ofNullable(System.console()).filter(Console::isTerminal).isPresent();
    }
}

package vesper.launcher.settings;

import java.util.List;
import vesper.rest.names.Nearest;

/** Keys of the form {@code log.level.NAME}: the level of one logger and of those below it. */
public final class LoggerLevel {
    private static final String PREFIX = "log.level.";
    private static final List<String> LEVELS = List.of("off", "error", "warn", "info", "debug", "trace");

    private LoggerLevel() {}

    static boolean isOne(String key) {
        return key.startsWith(PREFIX) && key.length() > PREFIX.length();
    }

    /** Returns the name of the logger. */
    public static String nameOf(RawSetting raw) {
        return raw.key().substring(PREFIX.length());
    }

    static boolean isValid(RawSetting raw) {
        return LEVELS.contains(raw.text());
    }

    /** Describes an invalid level. */
    static String mistake(RawSetting raw) {
        return raw.origin().text() + ": " + raw.key() + " cannot be \"" + raw.text() + "\", expected one of "
                + String.join(", ", LEVELS) + Nearest.suggestion(raw.text(), LEVELS);
    }
}

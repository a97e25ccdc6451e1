package vesper.launcher.logging;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.IThrowableProxy;

/**
 * Formats a log event as a JSON object on one line: {@code
 * {"time":…,"level":"WARN","logger":…,"thread":…,"message":…}}, with {@code package} and {@code error} if the event has
 * them. Control characters are escaped.
 *
 * <p>Written by hand, so that a start loads no classes of a JSON library, and an event can always be written.
 */
final class JsonLine {
    private JsonLine() {}

    static void append(Logged logged, StringBuilder text) {
        ILoggingEvent event = logged.event();
        start(text, event.getTimeStamp(), event.getLevel(), event.getLoggerName(), event.getThreadName());
        field(text, "message", String.valueOf(event.getFormattedMessage()));
        if (!logged.packageName().isEmpty()) field(text, "package", logged.packageName());
        IThrowableProxy thrown = event.getThrowableProxy();
        if (thrown != null) error(text, thrown);
        text.append("}\n");
    }

    static void appendLost(StringBuilder text, long events) {
        start(
                text,
                System.currentTimeMillis(),
                Level.WARN,
                JsonLine.class.getName(),
                Thread.currentThread().getName());
        field(text, "message", LogLine.lost(events));
        text.append("}\n");
    }

    private static void start(StringBuilder text, long millis, Level level, String logger, String thread) {
        text.append("{\"time\":\"");
        LogLine.appendTime(text, millis);
        text.append('"');
        field(text, "level", level.toString());
        field(text, "logger", logger);
        field(text, "thread", thread);
    }

    private static void error(StringBuilder text, IThrowableProxy thrown) {
        text.append(",\"error\":{\"type\":");
        string(text, thrown.getClassName());
        if (thrown.getMessage() != null) field(text, "message", thrown.getMessage());
        field(text, "stack", LogLine.stackOf(thrown));
        text.append('}');
    }

    private static void field(StringBuilder text, String name, String value) {
        text.append(",\"").append(name).append("\":");
        string(text, value);
    }

    private static void string(StringBuilder text, String value) {
        text.append('"');
        for (int i = 0; i < value.length(); i++) {
            char c = value.charAt(i);
            switch (c) {
                case '"' -> text.append("\\\"");
                case '\\' -> text.append("\\\\");
                case '\n' -> text.append("\\n");
                case '\t' -> text.append("\\t");
                default -> {
                    // A lone surrogate has no form in UTF-8.
                    boolean isPlain = !Character.isISOControl(c) && !isLoneSurrogate(value, i);
                    if (isPlain) text.append(c);
                    else text.append(String.format("\\u%04x", (int) c));
                }
            }
        }
        text.append('"');
    }

    private static boolean isLoneSurrogate(String value, int i) {
        char c = value.charAt(i);
        if (Character.isHighSurrogate(c))
            return i + 1 == value.length() || !Character.isLowSurrogate(value.charAt(i + 1));
        return Character.isLowSurrogate(c) && (i == 0 || !Character.isHighSurrogate(value.charAt(i - 1)));
    }
}

package vesper.launcher.logging;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.IThrowableProxy;
import ch.qos.logback.classic.spi.ThrowableProxyUtil;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;

/**
 * Formats a log event as a line: {@code 14:03:07.123 WARN  Packages: orders does not compile}. Further lines of its
 * message and the stack trace of its cause follow, indented. Control characters are escaped, so that no request can
 * forge log lines or control the terminal.
 *
 * <p>Formatted by hand, since logback would parse a pattern at each start, with classes that serve no other purpose.
 */
final class LogLine {
    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("HH:mm:ss.SSS").withZone(ZoneId.systemDefault());
    private static final int LEVEL_WIDTH = 6;

    private LogLine() {}

    static void append(ILoggingEvent event, StringBuilder text) {
        appendStart(text, event.getTimeStamp(), event.getLevel(), simpleName(event.getLoggerName()));
        appendVisibly(text, String.valueOf(event.getFormattedMessage()));
        IThrowableProxy cause = event.getThrowableProxy();
        if (cause != null) appendVisibly(text, "\n" + stackOf(cause));
        text.append('\n');
    }

    /** Appends a line that stands for dropped events. */
    static void appendLost(StringBuilder text, long events) {
        appendStart(text, System.currentTimeMillis(), Level.WARN, "Log");
        text.append(events).append(" events are missing here: more came than could be written\n");
    }

    private static void appendStart(StringBuilder text, long millis, Level level, String name) {
        TIME.formatTo(Instant.ofEpochMilli(millis), text);
        text.append(' ')
                .append(level)
                .repeat(' ', LEVEL_WIDTH - level.toString().length());
        text.append(name).append(": ");
    }

    private static String stackOf(IThrowableProxy cause) {
        return ThrowableProxyUtil.asString(cause)
                .replace(System.lineSeparator(), "\n")
                .stripTrailing();
    }

    private static String simpleName(String loggerName) {
        return loggerName.substring(loggerName.lastIndexOf('.') + 1);
    }

    private static void appendVisibly(StringBuilder text, String message) {
        for (int i = 0; i < message.length(); i++) {
            char c = message.charAt(i);
            if (c == '\n') text.append("\n    ");
            else if (Character.isISOControl(c) && c != '\t') text.append(String.format("\\u%04x", (int) c));
            else text.append(c);
        }
    }
}

package vesper.launcher.logging;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.IThrowableProxy;
import ch.qos.logback.classic.spi.ThrowableProxyUtil;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;

/**
 * Formats a log event as a line: {@code 2026-11-27T14:03:07.123+01:00 WARN  Prices [shop]: no price}. The name in
 * brackets is that of the package; it is left out if the message starts with it. Further lines of the message and the
 * stack trace of its cause follow, indented. Control characters are escaped, so that no request can
 * forge log lines or control the terminal.
 *
 * <p>Formatted by hand, since logback would parse a pattern at each start, with classes that serve no other purpose.
 */
final class LogLine {
    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.SSSXXX").withZone(ZoneId.systemDefault());
    private static final int LEVEL_WIDTH = 6;

    private LogLine() {}

    static void append(Logged logged, StringBuilder text) {
        ILoggingEvent event = logged.event();
        String message = String.valueOf(event.getFormattedMessage());
        String name = logged.packageName();
        String place = name.isEmpty() || message.startsWith(name) ? "" : " [" + name + "]";
        appendStart(text, event.getTimeStamp(), event.getLevel(), simpleName(event.getLoggerName()) + place);
        appendVisibly(text, message);
        IThrowableProxy cause = event.getThrowableProxy();
        if (cause != null) appendVisibly(text, "\n" + stackOf(cause));
        text.append('\n');
    }

    /** Appends a line that stands for dropped events. */
    static void appendLost(StringBuilder text, long events) {
        appendStart(text, System.currentTimeMillis(), Level.WARN, "Log");
        text.append(lost(events)).append('\n');
    }

    /** Returns the message that stands for dropped events. */
    static String lost(long events) {
        return events + " events are missing here: more came than could be written";
    }

    /** Appends the time with the offset of the server's time zone, in the form of ISO 8601. */
    static void appendTime(StringBuilder text, long millis) {
        TIME.formatTo(Instant.ofEpochMilli(millis), text);
    }

    private static void appendStart(StringBuilder text, long millis, Level level, String name) {
        appendTime(text, millis);
        text.append(' ')
                .append(level)
                .repeat(' ', LEVEL_WIDTH - level.toString().length());
        text.append(name).append(": ");
    }

    static String stackOf(IThrowableProxy cause) {
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

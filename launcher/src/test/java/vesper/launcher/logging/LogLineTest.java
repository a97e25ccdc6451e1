package vesper.launcher.logging;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.LoggingEvent;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;

@DisplayNameGeneration(ReplaceUnderscores.class)
class LogLineTest {
    private static final String SAID = "\u001b[2Jgone\r\u009b1m";
    private static final String SHOWN = "\\u001b[2Jgone\\u000d\\u009b1m";

    @Test
    void a_message_says_nothing_to_the_terminal() {
        assertThat(line("said " + SAID, null)).endsWith(" WARN  Some: said " + SHOWN + "\n");
    }

    @Test
    void neither_does_an_exception_or_its_cause() {
        Throwable cause = new IllegalArgumentException(SAID);

        String line = line("failed", new IllegalStateException("a\n\tb" + SAID, cause));

        assertThat(line)
                .contains(
                        " WARN  Some: failed\n    java.lang.IllegalStateException: a\n    \tb" + SHOWN + "\n    \tat ")
                .contains("\n    Caused by: java.lang.IllegalArgumentException: " + SHOWN + "\n")
                .endsWith("\n")
                .doesNotContain("\u001b", "\r", "\u009b", "\n\n");
    }

    @Test
    void a_line_begins_with_the_time_and_its_zone_and_names_the_package() {
        var logger = new LoggerContext().getLogger("vesper.Some");
        var event = new LoggingEvent("", logger, Level.WARN, "no price", null, null);

        assertThat(line(new Logged(event, "shop")))
                .matches("\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{3}(Z|[+-]\\d\\d:\\d\\d)"
                        + " WARN  Some \\[shop]: no price\n");
        var named = new LoggingEvent("", logger, Level.WARN, "shop started", null, null);
        assertThat(line(new Logged(named, "shop"))).endsWith(" WARN  Some: shop started\n");
    }

    private static String line(String message, @Nullable Throwable thrown) {
        var logger = new LoggerContext().getLogger("vesper.Some");
        return line(new Logged(new LoggingEvent("", logger, Level.WARN, message, thrown, null), ""));
    }

    private static String line(Logged logged) {
        StringBuilder text = new StringBuilder();
        LogLine.append(logged, text);
        return text.toString();
    }
}

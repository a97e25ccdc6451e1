package vesper.peers;

import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;

/** The value of the Date field, updated once a second, for peers that do not send it themselves. */
final class DateField {
    private volatile String text = now();

    static DateField ticking() {
        var field = new DateField();
        var clock = Executors.newSingleThreadScheduledExecutor(
                Thread.ofPlatform().daemon().name("date").factory());
        var _ = clock.scheduleAtFixedRate(() -> field.text = now(), 1, 1, TimeUnit.SECONDS);
        return field;
    }

    String text() {
        return text;
    }

    private static String now() {
        return DateTimeFormatter.RFC_1123_DATE_TIME.format(ZonedDateTime.now(ZoneOffset.UTC));
    }
}

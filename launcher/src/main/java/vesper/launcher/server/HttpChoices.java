package vesper.launcher.server;

import java.time.Duration;
import vesper.http.HttpLimits;
import vesper.http.HttpSettings;
import vesper.launcher.settings.Keys;
import vesper.launcher.settings.Settings;

/** The settings that are the HTTP server's. */
final class HttpChoices {
    private HttpChoices() {}

    static HttpSettings from(Settings settings) {
        return new HttpSettings(
                settings.get(Keys.HOST),
                settings.get(Keys.PORT),
                settings.get(Keys.HANDLERS),
                settings.get(Keys.EVENT_LOOPS),
                settings.get(Keys.PLATFORM_THREADS),
                settings.get(Keys.DRAIN),
                Duration.ofMillis(settings.get(Keys.WATCHDOG_MILLIS)),
                limits(settings));
    }

    private static HttpLimits limits(Settings settings) {
        return new HttpLimits(
                Math.toIntExact(settings.get(Keys.REQUEST_LINE)),
                Math.toIntExact(settings.get(Keys.HEADERS)),
                settings.get(Keys.HEADER_LINES),
                settings.get(Keys.BODY),
                settings.get(Keys.HEADER_TIME),
                settings.get(Keys.BODY_RATE),
                settings.get(Keys.BODY_GRACE),
                settings.get(Keys.IDLE),
                settings.get(Keys.LINGER),
                settings.get(Keys.CONNECTIONS),
                settings.get(Keys.PIPELINED));
    }
}

package vesper.launcher.server;

import java.nio.file.Path;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import vesper.http.EventLoopSettings;
import vesper.http.Http2Limits;
import vesper.http.HttpLimits;
import vesper.http.HttpSettings;
import vesper.http.OverloadSettings;
import vesper.http.TlsSettings;
import vesper.http.UnusableCertificateException;
import vesper.http.content.ContentSettings;
import vesper.launcher.settings.Keys;
import vesper.launcher.settings.Setting;
import vesper.launcher.settings.Settings;
import vesper.launcher.settings.WrongSettingException;

/** Creates the settings of the HTTP server. */
final class HttpChoices {
    private HttpChoices() {}

    static HttpSettings from(Settings settings) throws WrongSettingException {
        return new HttpSettings(
                settings.get(Keys.HOST),
                settings.get(Keys.PORT),
                settings.get(Keys.HANDLERS),
                new EventLoopSettings(settings.get(Keys.EVENT_LOOPS), settings.get(Keys.GATHERED)),
                settings.get(Keys.PLATFORM_THREADS),
                settings.get(Keys.DRAIN),
                settings.get(Keys.DRAIN_IDLE),
                Duration.ofMillis(settings.get(Keys.WATCHDOG_MILLIS)),
                limits(settings),
                new Http2Limits(
                        settings.get(Keys.STREAMS), settings.get(Keys.RESETS), Http2Limits.DEFAULTS.resetWindow()),
                new OverloadSettings(
                        settings.get(Keys.OVERLOAD), settings.get(Keys.OVERLOAD_TARGET), settings.get(Keys.WAITING)),
                tls(settings));
    }

    private static @Nullable TlsSettings tls(Settings settings) throws WrongSettingException {
        Path certificate = settings.get(Keys.TLS_CERTIFICATE).orElse(null);
        Path key = settings.get(Keys.TLS_KEY).orElse(null);
        if (certificate == null && key == null) return null;
        if (certificate == null) throw alone(settings, Keys.TLS_KEY, Keys.TLS_CERTIFICATE);
        if (key == null) throw alone(settings, Keys.TLS_CERTIFICATE, Keys.TLS_KEY);
        return TlsSettings.of(certificate, key)
                .withHandshakeTimeout(settings.get(Keys.TLS_HANDSHAKE))
                .withHandshakesWaiting(settings.get(Keys.TLS_HANDSHAKES))
                .withClients(
                        settings.get(Keys.TLS_CLIENT_AUTH),
                        settings.get(Keys.TLS_CLIENT_AUTHORITY).orElse(null));
    }

    private static WrongSettingException alone(Settings settings, Setting<?> given, Setting<?> wanted) {
        return settings.wrong(given, wanted.key() + " is not set, and TLS requires both");
    }

    /** Returns the exception for the setting whose file cannot be used. */
    static WrongSettingException unusable(Settings settings, UnusableCertificateException e) {
        String why = String.valueOf(e.getMessage());
        if (why.startsWith("the TLS key ")) return settings.wrong(Keys.TLS_KEY, why);
        if (why.startsWith("the authority of TLS clients ")) return settings.wrong(Keys.TLS_CLIENT_AUTHORITY, why);
        boolean isOneFile = settings.get(Keys.TLS_CERTIFICATE).equals(settings.get(Keys.TLS_KEY));
        return settings.wrong(
                Keys.TLS_CERTIFICATE, isOneFile ? why + "; " + Keys.TLS_KEY.key() + " names the same file" : why);
    }

    static ContentSettings content(Settings settings) {
        return new ContentSettings(
                settings.get(Keys.COMPRESSION),
                settings.get(Keys.COMPRESSION_LEVEL),
                Math.toIntExact(settings.get(Keys.COMPRESSION_FROM)),
                settings.get(Keys.BODY),
                settings.get(Keys.INFLATION));
    }

    private static HttpLimits limits(Settings settings) {
        return new HttpLimits(
                Math.toIntExact(settings.get(Keys.REQUEST_LINE)),
                Math.toIntExact(settings.get(Keys.HEADERS)),
                settings.get(Keys.HEADER_LINES),
                settings.get(Keys.BODY),
                settings.get(Keys.HELD_BODIES),
                settings.get(Keys.HELD_ANSWERS),
                settings.get(Keys.HEADER_TIME),
                settings.get(Keys.BODY_RATE),
                settings.get(Keys.BODY_GRACE),
                settings.get(Keys.IDLE),
                settings.get(Keys.LINGER),
                settings.get(Keys.CONNECTIONS),
                settings.get(Keys.PIPELINED));
    }
}

package vesper.launcher.server;

import java.nio.file.Path;
import java.util.Optional;
import vesper.http.Headers;
import vesper.http.Request;
import vesper.http.client.ClientLimits;
import vesper.http.client.ClientTimeouts;
import vesper.http.client.ClientTls;
import vesper.http.client.HttpClient;
import vesper.http.client.Redirects;
import vesper.http.client.Retries;
import vesper.launcher.settings.Keys;
import vesper.launcher.settings.Setting;
import vesper.launcher.settings.Settings;
import vesper.launcher.settings.WrongSettingException;
import vesper.records.capture.TrackedCalls;

/** Creates the HTTP client for services from the settings. */
final class ClientChoices {
    private ClientChoices() {}

    /**
     * Creates the client.
     *
     * @throws WrongSettingException if a PEM file cannot be read
     */
    static HttpClient open(Settings settings) throws WrongSettingException {
        try {
            HttpClient.Builder builder = HttpClient.builder()
                    .limits(limits(settings))
                    .timeouts(timeouts(settings))
                    .redirects(Redirects.upTo(settings.get(Keys.CLIENT_REDIRECTS)))
                    .retries(Retries.upTo(settings.get(Keys.CLIENT_RETRIES)))
                    .tls(tls(settings))
                    .protocol(settings.get(Keys.CLIENT_PROTOCOL))
                    .passingOn(ClientChoices::traceOfTheRequest);
            if (settings.get(Keys.TRACKER_CLIENT)) builder.watchedBy(new TrackedCalls(settings.get(Keys.RECORDS_MASK)));
            return builder.build();
        } catch (IllegalArgumentException e) {
            throw settings.wrong(rejectedSetting(settings), "the HTTP client cannot be created: " + e.getMessage());
        }
    }

    /**
     * Returns the trace header fields of the current request, so that calls of its handler belong to the same trace.
     */
    private static Headers traceOfTheRequest() {
        return Request.current().map(request -> request.trace().fields()).orElse(Headers.NONE);
    }

    private static ClientLimits limits(Settings settings) {
        return ClientLimits.DEFAULTS
                .withConnections(settings.get(Keys.CLIENT_CONNECTIONS))
                .withStreams(settings.get(Keys.CLIENT_STREAMS))
                .withWaiting(settings.get(Keys.CLIENT_WAITING))
                .withHeadBytes(Math.toIntExact(settings.get(Keys.CLIENT_HEAD)))
                .withBodyBytes(settings.get(Keys.CLIENT_BODY));
    }

    private static ClientTimeouts timeouts(Settings settings) {
        return new ClientTimeouts(
                settings.get(Keys.CLIENT_CONNECT),
                settings.get(Keys.CLIENT_TLS),
                settings.get(Keys.CLIENT_FIRST_BYTE),
                settings.get(Keys.CLIENT_IDLE),
                settings.get(Keys.CLIENT_TOTAL),
                settings.get(Keys.CLIENT_KEEP_IDLE));
    }

    /**
     * Returns the setting that the client rejected. Only the TLS files can be wrong; the other settings were validated.
     */
    private static Setting<?> rejectedSetting(Settings settings) {
        if (settings.get(Keys.CLIENT_KEY).isPresent()
                && settings.get(Keys.CLIENT_CERTIFICATE).isEmpty()) return Keys.CLIENT_KEY;
        return settings.get(Keys.CLIENT_CERTIFICATE).isPresent() ? Keys.CLIENT_CERTIFICATE : Keys.CLIENT_TRUST;
    }

    private static ClientTls tls(Settings settings) {
        Optional<Path> certificate = settings.get(Keys.CLIENT_CERTIFICATE);
        return new ClientTls(settings.get(Keys.CLIENT_TRUST), certificate, settings.get(Keys.CLIENT_KEY));
    }
}

package vesper.launcher;

import java.util.Optional;
import vesper.launcher.settings.Keys;
import vesper.launcher.settings.Settings;

/**
 * Where commands find a server.
 *
 * @param url {@code http://127.0.0.1:8080}
 * @param token its {@code admin.token}, if it is to be shown
 */
record ServerAddress(String url, Optional<String> token) {

    /** The server that {@code run} starts with these settings; empty where it takes whichever port is free. */
    static Optional<ServerAddress> of(Settings settings) {
        int port = settings.get(Keys.PORT);
        if (port == 0) return Optional.empty();
        Optional<String> token = Optional.of(settings.get(Keys.ADMIN_TOKEN)).filter(text -> !text.isEmpty());
        String scheme = settings.get(Keys.TLS_CERTIFICATE).isPresent() ? "https" : "http";
        return Optional.of(new ServerAddress(scheme + "://" + reachable(settings.get(Keys.HOST)) + ":" + port, token));
    }

    /** Who listens on every address is called on this machine's own. */
    private static String reachable(String host) {
        return switch (host) {
            case "0.0.0.0" -> "127.0.0.1";
            case "::", "[::]", "0:0:0:0:0:0:0:0" -> "[::1]";
            default -> host.contains(":") && !host.startsWith("[") ? "[" + host + "]" : host;
        };
    }
}

package vesper.launcher;

import java.util.Optional;
import vesper.launcher.settings.Keys;
import vesper.launcher.settings.Settings;

/**
 * The address of a server that a command calls.
 *
 * @param url for example {@code http://127.0.0.1:8080}
 * @param token its {@code admin.token}, if the command should send it
 */
record ServerAddress(String url, Optional<String> token) {

    /** Returns the address of the server that {@code run} starts with these settings; empty if it picks a free port. */
    static Optional<ServerAddress> of(Settings settings) {
        int port = settings.get(Keys.PORT);
        if (port == 0) return Optional.empty();
        Optional<String> token = Optional.of(settings.get(Keys.ADMIN_TOKEN)).filter(text -> !text.isEmpty());
        String scheme = settings.get(Keys.TLS_CERTIFICATE).isPresent() ? "https" : "http";
        return Optional.of(new ServerAddress(scheme + "://" + reachable(settings.get(Keys.HOST)) + ":" + port, token));
    }

    /** Returns the host to connect to. A server that listens on all addresses is reached on the loopback address. */
    private static String reachable(String host) {
        return switch (host) {
            case "0.0.0.0" -> "127.0.0.1";
            case "::", "[::]", "0:0:0:0:0:0:0:0" -> "[::1]";
            default -> host.contains(":") && !host.startsWith("[") ? "[" + host + "]" : host;
        };
    }
}

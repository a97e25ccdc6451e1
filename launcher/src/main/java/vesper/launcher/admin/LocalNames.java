package vesper.launcher.admin;

import java.util.Locale;
import java.util.regex.Pattern;

/**
 * The names by which a browser on this machine may address the server. Another site can make its own domain resolve to
 * 127.0.0.1 (DNS rebinding), and its pages would then count as local. The Host field still contains that domain.
 */
final class LocalNames {
    private static final Pattern LOOPBACK_V4 = Pattern.compile("127(\\.\\d{1,3}){3}");

    private final String configuredHost;

    /** Allows the configured host in addition to the loopback names. */
    LocalNames(String configuredHost) {
        this.configuredHost = configuredHost.toLowerCase(Locale.ROOT);
    }

    /**
     * Checks whether the value of a Host field is a local name, for example {@code localhost:8080} or {@code
     * [::1]:8080}.
     */
    boolean contains(String hostField) {
        String name = withoutPort(hostField).toLowerCase(Locale.ROOT);
        return name.equals("localhost")
                || name.endsWith(".localhost")
                || name.equals("[::1]")
                || LOOPBACK_V4.matcher(name).matches()
                || name.equals(configuredHost);
    }

    private static String withoutPort(String hostField) {
        int colon = hostField.lastIndexOf(':');
        return colon > hostField.lastIndexOf(']') ? hostField.substring(0, colon) : hostField;
    }
}

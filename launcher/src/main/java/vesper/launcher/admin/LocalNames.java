package vesper.launcher.admin;

import java.util.Locale;
import java.util.regex.Pattern;

/**
 * The names by which a browser on this machine may call us. A page of a stranger's site can make its own name resolve
 * to 127.0.0.1 (DNS rebinding) and would then count as local; the Host field still says the stranger's name.
 */
final class LocalNames {
    private static final Pattern LOOPBACK_V4 = Pattern.compile("127(\\.\\d{1,3}){3}");

    private final String configuredHost;

    /** Allows the name that the server was told to listen on, besides those of loopback. */
    LocalNames(String configuredHost) {
        this.configuredHost = configuredHost.toLowerCase(Locale.ROOT);
    }

    /** Whether the value of a Host field, {@code localhost:8080} or {@code [::1]:8080}, is one of them. */
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

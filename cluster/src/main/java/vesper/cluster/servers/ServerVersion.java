package vesper.cluster.servers;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Of a server of NATS, as far as it matters: before 2.15 one with {@code sync_interval: always} syncs each message alone. */
public record ServerVersion(int major, int minor) {
    /** The oldest that will do. */
    public static final ServerVersion LEAST = new ServerVersion(2, 15);

    private static final Pattern FORM = Pattern.compile("v?(\\d{1,6})\\.(\\d{1,6})\\.");

    /** The first that is in a text; empty where there is none. */
    public static Optional<ServerVersion> in(String text) {
        Matcher found = FORM.matcher(text);
        return found.find()
                ? Optional.of(new ServerVersion(Integer.parseInt(found.group(1)), Integer.parseInt(found.group(2))))
                : Optional.empty();
    }

    public boolean isNewEnough() {
        return major > LEAST.major || (major == LEAST.major && minor >= LEAST.minor);
    }

    @Override
    public String toString() {
        return major + "." + minor;
    }
}

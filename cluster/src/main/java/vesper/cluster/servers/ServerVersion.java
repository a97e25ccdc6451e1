package vesper.cluster.servers;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Major and minor version of a NATS server. Before 2.15, {@code sync_interval: always} syncs each message separately.
 */
public record ServerVersion(int major, int minor) {
    /** The oldest version that works. */
    public static final ServerVersion MINIMUM = new ServerVersion(2, 15);

    private static final Pattern FORM = Pattern.compile("v?(\\d{1,6})\\.(\\d{1,6})\\.");

    /** Returns the first version found in a text; empty if it contains no version. */
    public static Optional<ServerVersion> findIn(String text) {
        Matcher found = FORM.matcher(text);
        return found.find()
                ? Optional.of(new ServerVersion(Integer.parseInt(found.group(1)), Integer.parseInt(found.group(2))))
                : Optional.empty();
    }

    public boolean isNewEnough() {
        return major > MINIMUM.major || (major == MINIMUM.major && minor >= MINIMUM.minor);
    }

    @Override
    public String toString() {
        return major + "." + minor;
    }
}

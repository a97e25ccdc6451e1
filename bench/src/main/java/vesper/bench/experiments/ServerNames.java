package vesper.bench.experiments;

import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** Checks names of servers that a user has chosen. */
final class ServerNames {
    private ServerNames() {}

    /** @throws IllegalArgumentException if a name is unknown, with a list of the known ones */
    static void requireAmong(List<String> known, Collection<String> named) {
        Set<String> unknown = new TreeSet<>(named);
        known.forEach(unknown::remove);
        if (!unknown.isEmpty()) {
            throw new IllegalArgumentException(
                    "unknown server " + String.join(", ", unknown) + "; known are " + String.join(", ", known));
        }
    }
}

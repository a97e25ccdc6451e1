package vesper.bench.experiments;

import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** Names of servers that a user takes some of. */
final class ServerNames {
    private ServerNames() {}

    /** @throws IllegalArgumentException for one that there is not, with those that there are */
    static void requireAmong(List<String> known, Collection<String> named) {
        Set<String> unknown = new TreeSet<>(named);
        known.forEach(unknown::remove);
        if (!unknown.isEmpty()) {
            throw new IllegalArgumentException(
                    "there is no server " + String.join(", ", unknown) + "; there are " + String.join(", ", known));
        }
    }
}

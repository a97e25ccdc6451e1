package vesper.cluster;

import static java.util.Objects.requireNonNull;

import java.util.List;

/**
 * A node, as it tells of itself.
 *
 * @param node of all nodes only this one, and only until it ends
 * @param address where it is reached, as {@code http://host:8080}
 * @param version of Vesper
 * @param startedAt as RFC 3339 has it
 * @param ready whether it has caught up, and its copies can go on with the logs
 * @param lagMillis how long ago it had all that was in the logs then; -1 where nobody knows
 * @param packages those it serves, as {@code name version}
 */
public record Member(
        String node,
        String address,
        String version,
        String startedAt,
        boolean ready,
        long lagMillis,
        List<String> packages) {
    /** What is heard may lack something, and is no member then. */
    public Member {
        requireNonNull(node);
        requireNonNull(address);
        requireNonNull(version);
        requireNonNull(startedAt);
        packages = List.copyOf(packages);
    }
}

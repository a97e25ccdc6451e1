package vesper.cluster;

import static java.util.Objects.requireNonNull;

import java.util.List;

/**
 * A node's description of itself, as it publishes it.
 *
 * @param node unique id, valid until the node ends
 * @param address where the node accepts requests, as {@code http://host:8080}
 * @param version of Vesper
 * @param startedAt in RFC 3339 format
 * @param ready whether the node has caught up and its copies fit the logs
 * @param lagMillis time since the node was last known to have everything in the logs; -1 if unknown
 * @param packages that the node serves, each as {@code name version}
 */
public record Member(
        String node,
        String address,
        String version,
        String startedAt,
        boolean ready,
        long lagMillis,
        List<String> packages) {
    /** Rejects a description from another node in which a field is missing. */
    public Member {
        requireNonNull(node);
        requireNonNull(address);
        requireNonNull(version);
        requireNonNull(startedAt);
        packages = List.copyOf(packages);
    }
}

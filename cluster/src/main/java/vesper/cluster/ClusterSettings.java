package vesper.cluster;

import java.net.URI;
import java.util.List;

/**
 * Settings with which a node joins a cluster.
 *
 * @param servers NATS servers, as {@code nats://host:4222} or {@code tls://host:4222}; one that answers is enough
 * @param name of the cluster: nodes with the same servers and the same name share documents. Letters, digits, {@code -}
 *     and {@code _}
 * @param replicas number of servers that store each log; 1, 3 or 5
 * @param monitoring monitoring addresses of the servers, as {@code http://host:8222}. If empty, port 8222 on the host
 *     of each server, with {@code https} for a server with {@code tls}
 * @param isRelaxed whether servers may acknowledge writes that are not yet on their disks
 */
public record ClusterSettings(
        List<String> servers,
        String name,
        int replicas,
        ClusterAccess access,
        List<URI> monitoring,
        boolean isRelaxed) {
    private static final int MAX_NAME_CHARACTERS = 40;
    private static final String MONITORING = ":8222";

    public ClusterSettings {
        if (servers.isEmpty()) throw new IllegalArgumentException("no NATS server is configured");
        boolean isName = !name.isEmpty()
                && name.length() <= MAX_NAME_CHARACTERS
                && name.chars().allMatch(c -> c < 0x80 && (Character.isLetterOrDigit(c) || c == '-' || c == '_'));
        if (!isName) {
            throw new IllegalArgumentException("\"" + name + "\" is not a valid cluster name: use 1 to "
                    + MAX_NAME_CHARACTERS + " letters, digits, - and _");
        }
        if (replicas != 1 && replicas != 3 && replicas != 5) {
            throw new IllegalArgumentException("replicas must be 1, 3 or 5, not " + replicas);
        }
        if (monitoring.isEmpty()) monitoring = monitoringOf(servers);
    }

    private static List<URI> monitoringOf(List<String> servers) {
        return servers.stream()
                .map(URI::create)
                .map(server -> URI.create(
                        ("tls".equals(server.getScheme()) ? "https://" : "http://") + server.getHost() + MONITORING))
                .distinct()
                .toList();
    }
}

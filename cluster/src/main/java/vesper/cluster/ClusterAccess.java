package vesper.cluster;

import java.nio.file.Path;
import java.util.Optional;
import javax.net.ssl.SSLContext;

/**
 * By what the servers of a cluster know this node, and it knows them.
 *
 * @param credentials a file of NATS credentials, a JWT and its key; empty where the servers want none
 * @param login empty where the servers want none
 * @param tls of connections to {@code tls://} and of questions to {@code https://}; empty for what the JDK trusts
 */
public record ClusterAccess(Optional<Path> credentials, Optional<Login> login, Optional<SSLContext> tls) {
    /** Who uses the servers. */
    public record Login(String user, String password) {
        @Override
        public String toString() {
            return user;
        }
    }

    public static final ClusterAccess OPEN = new ClusterAccess(Optional.empty(), Optional.empty(), Optional.empty());
}

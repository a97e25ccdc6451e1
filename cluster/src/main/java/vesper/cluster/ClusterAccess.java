package vesper.cluster;

import java.nio.file.Path;
import java.util.Optional;
import javax.net.ssl.SSLContext;

/**
 * Credentials by which NATS servers authenticate this node, and the TLS settings by which it authenticates them.
 *
 * @param credentials a file of NATS credentials, a JWT and its key; empty if the servers need none
 * @param login empty if the servers need none
 * @param tls for connections to {@code tls://} and requests to {@code https://}; empty for the trust store of the JDK
 */
public record ClusterAccess(Optional<Path> credentials, Optional<Login> login, Optional<SSLContext> tls) {
    /** User name and password for the servers. */
    public record Login(String user, String password) {
        @Override
        public String toString() {
            return user;
        }
    }

    public static final ClusterAccess OPEN = new ClusterAccess(Optional.empty(), Optional.empty(), Optional.empty());
}

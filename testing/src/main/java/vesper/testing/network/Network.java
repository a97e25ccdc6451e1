package vesper.testing.network;

import java.io.Closeable;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

/** What lies between the servers and nodes of a test. Ways are cut by one thread at a time. */
public interface Network extends Closeable {
    /** The name of the environment's variable that says {@code proxy} where namespaces are not to be used. */
    String CHOICE = "VESPER_CLUSTER_NETWORK";

    /**
     * One of network namespaces where this process may make them, otherwise one whose ways lead through this process.
     *
     * @param count of servers, and of nodes
     * @param telling is told which it is
     */
    static Network between(int count, Consumer<String> telling) throws InterruptedException {
        Optional<Network> namespaces =
                "proxy".equals(System.getenv(CHOICE)) ? Optional.empty() : NamespaceNetwork.make(count, telling);
        namespaces.ifPresent(_ -> telling.accept("links are cut between network namespaces"));
        return namespaces.orElseGet(() -> {
            telling.accept("links are cut by a proxy");
            return new LinkNetwork();
        });
    }

    /** Where this party listens. */
    String host(Party party);

    /**
     * Where one connects to that wants to speak with another, at that one's host.
     *
     * @param port where the other one listens
     */
    int port(Party from, Party to, int port) throws IOException;

    /** What a command begins with that is to run where this party is. */
    List<String> entry(Party party);

    /** Whether this process reaches what listens there. */
    boolean isReachable();

    /** Has nothing pass on these ways, and everything on all others. */
    void cut(Set<Way> ways) throws IOException, InterruptedException;

    /** Resets the connections of a party; new ones may be made. */
    void reset(Party party) throws IOException, InterruptedException;
}

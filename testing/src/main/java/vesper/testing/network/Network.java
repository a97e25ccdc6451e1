package vesper.testing.network;

import java.io.Closeable;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

/** The network between the servers and nodes of a test. Only one thread at a time may cut ways. */
public interface Network extends Closeable {
    /** Environment variable that disables network namespaces with the value {@code proxy}. */
    String CHOICE = "VESPER_CLUSTER_NETWORK";

    /**
     * Creates a network of network namespaces if this process may create them, otherwise one of proxies in this
     * process.
     *
     * @param count the number of servers, and the number of nodes
     * @param telling receives a message that says which kind it is
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

    /** Returns the host on which a party listens. */
    String host(Party party);

    /**
     * Returns the port through which one party reaches another, at the other's host.
     *
     * @param port the port on which the other party listens
     */
    int port(Party from, Party to, int port) throws IOException;

    /** Returns the command prefix that runs a command at the place of a party. */
    List<String> entry(Party party);

    /** Returns whether this process can connect to the parties. */
    boolean isReachable();

    /** Blocks these ways, and unblocks all others. */
    void cut(Set<Way> ways) throws IOException, InterruptedException;

    /** Resets the connections of a party. New ones can be opened. */
    void reset(Party party) throws IOException, InterruptedException;
}

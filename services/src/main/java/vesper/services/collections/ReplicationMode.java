package vesper.services.collections;

import java.io.IOException;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.Optional;
import vesper.documents.CollectionPolicy;
import vesper.documents.Documents;
import vesper.documents.DocumentsOptions;
import vesper.documents.SharedLog;
import vesper.documents.Storage;

/**
 * Determines what happens to collections that are declared as replicated: they are stored in the cluster, stored on
 * this node only, or rejected.
 */
public final class ReplicationMode {
    private final Optional<SharedLog.Opening> logs;
    private final boolean isLocalAllowed;

    private ReplicationMode(Optional<SharedLog.Opening> logs, boolean isLocalAllowed) {
        this.logs = logs;
        this.isLocalAllowed = isLocalAllowed;
    }

    /** Stores them in a cluster. */
    public static ReplicationMode inCluster(SharedLog.Opening logs) {
        return new ReplicationMode(Optional.of(logs), false);
    }

    /** Stores them as durable collections on this node, for servers without a cluster. */
    public static ReplicationMode asDurable() {
        return new ReplicationMode(Optional.empty(), true);
    }

    /** Rejects them: a package that declares one does not start. */
    public static ReplicationMode rejected() {
        return new ReplicationMode(Optional.empty(), false);
    }

    /**
     * Returns the declaration in the form that applies on this node.
     *
     * @throws BadDeclarationException if the collection cannot be on this node
     */
    Declaration resolve(Declaration declared) throws BadDeclarationException {
        if (declared.policy().storage() != Storage.REPLICATED || logs.isPresent()) return declared;
        if (isLocalAllowed) return declared.with(declared.policy().in(CollectionPolicy.DURABLE));
        throw new BadDeclarationException(declared.origin() + ": collection " + declared.name()
                + " is replicated, but this server is not in a cluster: set cluster.url=nats://host:4222 and cluster.name, or"
                + " documents.replicated=local to store it on this server only");
    }

    Documents open(Path folder, InstantSource clock, DocumentsOptions options) throws IOException {
        return logs.isPresent()
                ? Documents.ofNode(folder, clock, options, logs.get())
                : Documents.open(folder, clock, options);
    }
}

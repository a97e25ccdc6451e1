/** Replicates documents between nodes through NATS JetStream. */
module vesper.cluster {
    exports vesper.cluster;
    exports vesper.cluster.servers;

    requires io.nats.jnats;
    requires java.net.http;
    requires org.slf4j;
    requires static org.jspecify;
    requires transitive vesper.documents;
}

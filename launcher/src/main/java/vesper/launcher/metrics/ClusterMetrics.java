package vesper.launcher.metrics;

import static vesper.launcher.metrics.SingleMetric.counter;
import static vesper.launcher.metrics.SingleMetric.gauge;

import io.prometheus.metrics.model.snapshots.MetricSnapshot;
import java.util.List;
import java.util.Optional;
import vesper.cluster.Cluster;

/** Metrics on whether this server has the same documents as other members of the cluster. */
public final class ClusterMetrics {
    private final Optional<Cluster> cluster;

    /** @param cluster empty if the server is in no cluster */
    public ClusterMetrics(Optional<Cluster> cluster) {
        this.cluster = cluster;
    }

    public List<MetricSnapshot> snapshots() {
        return cluster.map(in -> List.<MetricSnapshot>of(
                        gauge(
                                "vesper_cluster_differences",
                                "Documents that differ from another server's copy.",
                                in.differences().size()),
                        counter(
                                "vesper_cluster_compared_documents",
                                "Documents compared with another server's copy.",
                                in.comparedCount())))
                .orElse(List.of());
    }
}

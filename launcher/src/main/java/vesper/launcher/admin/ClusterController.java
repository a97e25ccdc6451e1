package vesper.launcher.admin;

import java.util.List;
import java.util.Optional;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;
import vesper.cluster.Cluster;
import vesper.cluster.Member;
import vesper.rest.openapi.Described;

/** The members of the cluster, which share replicated documents. */
@RestController
@RequestMapping("/admin/cluster")
public final class ClusterController {
    private static final Members ALONE =
            new Members(Optional.empty(), Optional.empty(), false, Optional.empty(), 0, List.of(), List.of());

    private final Optional<Cluster> cluster;

    public ClusterController(Optional<Cluster> cluster) {
        this.cluster = cluster;
    }

    @GetMapping(produces = "application/json")
    @Described("The servers of the cluster, as they reported in the last seconds.")
    public Members members() {
        return cluster.map(in -> new Members(
                        Optional.of(in.name()),
                        Optional.of(in.node()),
                        in.isConnected(),
                        in.trouble(),
                        in.comparedCount(),
                        in.differences(),
                        in.members()))
                .orElse(ALONE);
    }

    @Described("""
            The servers of a cluster.
            @param name of the cluster; absent if the server is in none (cluster.url)
            @param node name of the answering server in the cluster
            @param connected whether it is connected to NATS and receives messages
            @param trouble a problem that needs an operator, if there is one; writes may still succeed
            @param compared number of documents that the answering server has compared with another server's
            @param differences documents that differ, in sentences
            @param items the members that have reported""")
    public record Members(
            Optional<String> name,
            Optional<String> node,
            boolean connected,
            Optional<String> trouble,
            long compared,
            List<String> differences,
            List<Member> items) {}
}

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
    @Described("The servers of the cluster, as each has told of itself in the last seconds.")
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
            @param name of the cluster, absent where the server is in none: cluster.url says which one it is in
            @param node what the server that answers is called there
            @param connected whether it speaks with the servers of NATS, and is told by them
            @param trouble what somebody should see to, where something is; it need not keep anything from being stored
            @param compared how many documents the server that answers has compared with what another one has
            @param differences documents that are not the same there, in sentences
            @param items those that have told of themselves""")
    public record Members(
            Optional<String> name,
            Optional<String> node,
            boolean connected,
            Optional<String> trouble,
            long compared,
            List<String> differences,
            List<Member> items) {}
}

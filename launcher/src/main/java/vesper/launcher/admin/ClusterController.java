package vesper.launcher.admin;

import java.util.List;
import java.util.Optional;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;
import vesper.cluster.Cluster;
import vesper.cluster.Member;
import vesper.rest.ProblemType;
import vesper.rest.openapi.AlsoAnswers;
import vesper.rest.openapi.Described;

/** The servers that have the same replicated documents. */
@RestController
@RequestMapping("/admin/cluster")
public final class ClusterController {
    private final Optional<Cluster> cluster;

    public ClusterController(Optional<Cluster> cluster) {
        this.cluster = cluster;
    }

    @GetMapping(produces = "application/json")
    @Described("The servers of the cluster, as each has told of itself in the last seconds.")
    @AlsoAnswers(status = 404, when = "This server is in no cluster")
    public Members members() {
        Cluster in = cluster.orElseThrow(() -> ProblemType.NOT_FOUND
                .because("This server is in no cluster; cluster.url says which one it is in")
                .exception());
        return new Members(in.name(), in.node(), in.isConnected(), in.trouble(), in.members());
    }

    @Described("""
            The servers of a cluster.
            @param name of the cluster
            @param node what the server that answers is called
            @param connected whether it speaks with a server of NATS
            @param trouble what somebody should see to before anything can be stored, where that is so
            @param items those that have told of themselves""")
    public record Members(String name, String node, boolean connected, Optional<String> trouble, List<Member> items) {}
}

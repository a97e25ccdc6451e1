package vesper.launcher.admin;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.List;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;
import vesper.rest.openapi.Described;

/** Health checks for load balancers and process supervisors. */
@RestController
@RequestMapping("/health")
public final class HealthController {
    private final Readiness readiness;

    public HealthController(Readiness readiness) {
        this.readiness = readiness;
    }

    @GetMapping("/live")
    @Described("Answers while the process is alive.\n@return Always")
    public Health live() {
        return new Health("live", List.of());
    }

    @GetMapping("/ready")
    @Described("""
            Whether the server is ready for requests. 503 while it starts, while it stops, while it catches up with a cluster, in
            trouble, where its cluster has lost documents that it has, while a required package has never started, and while
            a health check of one reports a problem.
            @return It is ready""")
    public ResponseEntity<Health> ready() {
        Readiness.Report report = readiness.report();
        return ResponseEntity.status(report.phase() == Readiness.Phase.READY ? 200 : 503)
                .body(new Health(report.phase().text(), report.reasons()));
    }

    @Described("""
            The state of the server in one word.
            @param status the state
            Example: ready
            @param reasons the packages that have not started, or the problems that health checks report""")
    @JsonInclude(JsonInclude.Include.NON_EMPTY)
    public record Health(String status, List<String> reasons) {}
}

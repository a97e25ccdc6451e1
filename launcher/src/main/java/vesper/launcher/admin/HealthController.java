package vesper.launcher.admin;

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
    @Described("Whether the process answers at all.\n@return Always, while it does")
    public Health live() {
        return new Health("live");
    }

    @GetMapping("/ready")
    @Described("""
            Whether the server wants requests. 503 while it starts, while it stops, while it catches up with a cluster, and
            in trouble, where its cluster has lost documents that it has.
            @return It does""")
    public ResponseEntity<Health> ready() {
        Readiness.Phase phase = readiness.phase();
        return ResponseEntity.status(phase == Readiness.Phase.READY ? 200 : 503).body(new Health(phase.text()));
    }

    @Described("One word on how it is.\n@param status the word\nExample: ready")
    public record Health(String status) {}
}

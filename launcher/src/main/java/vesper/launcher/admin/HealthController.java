package vesper.launcher.admin;

import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;
import vesper.rest.openapi.Described;

/** Health, for load balancers and process supervisors. */
@RestController
@RequestMapping("/health")
public final class HealthController {
    private final Readiness readiness;

    public HealthController(Readiness readiness) {
        this.readiness = readiness;
    }

    /** Whether the process answers at all. */
    @GetMapping("/live")
    @Described("Whether the process answers at all.\n@return Always, while it does")
    public Health live() {
        return new Health("live");
    }

    /** Whether it wants requests: not yet while it starts (503), no longer while it stops (503). */
    @GetMapping("/ready")
    @Described("""
            Whether the server wants requests. 503 while it starts, while it stops, while it catches up with a cluster, and
            in trouble, where its cluster has lost documents that it has.
            @return It does""")
    public ResponseEntity<Health> ready() {
        Readiness.Phase phase = readiness.phase();
        return ResponseEntity.status(phase == Readiness.Phase.READY ? 200 : 503).body(new Health(phase.text()));
    }

    /** One word on how it is. */
    @Described("One word on how it is.\n@param status the word\nExample: ready")
    public record Health(String status) {}
}

package vesper.launcher.admin;

import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

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
    public Health live() {
        return new Health("live");
    }

    /** Whether it wants requests: not yet while it starts (503), no longer while it stops (503). */
    @GetMapping("/ready")
    public ResponseEntity<Health> ready() {
        Readiness.Phase phase = readiness.phase();
        return ResponseEntity.status(phase == Readiness.Phase.READY ? 200 : 503).body(new Health(phase.text()));
    }

    /** One word on how it is. */
    public record Health(String status) {}
}

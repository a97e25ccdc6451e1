package vesper.launcher.admin;

import java.util.List;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;
import vesper.launcher.steering.AuditEntry;
import vesper.launcher.steering.ChangeLog;
import vesper.rest.openapi.Described;

/**
 * The log of changes to settings and loggers. It is not below {@code /admin/settings}, where it could collide with the
 * name of a setting.
 */
@RestController
@RequestMapping("/admin/audit")
public final class AuditController {
    private final ChangeLog changes;

    public AuditController(ChangeLog changes) {
        this.changes = changes;
    }

    @GetMapping(produces = "application/json")
    @Described("The last 1000 changes of settings and loggers since the start, newest first.")
    public AuditList all() {
        return new AuditList(changes.newestFirst());
    }

    @Described("""
            The log of changes.
            @param items newest first""")
    public record AuditList(List<AuditEntry> items) {}
}

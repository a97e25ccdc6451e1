package vesper.launcher.admin;

import java.util.List;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;
import vesper.launcher.steering.Change;
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
    @Described("The last 1000 changes of settings and loggers since the start, the newest first.")
    public Changes all() {
        return new Changes(changes.newestFirst());
    }

    @Described("""
            What was changed.
            @param items the newest first""")
    public record Changes(List<Change> items) {}
}

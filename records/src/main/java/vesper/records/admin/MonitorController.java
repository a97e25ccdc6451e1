package vesper.records.admin;

import java.io.IOException;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;
import vesper.rest.openapi.Described;

/** The Monitor: whether it is on, and the invocations that it recorded. */
@RestController
@RequestMapping("/admin/monitor")
public final class MonitorController {
    private final Records records;

    public MonitorController(Records records) {
        this.records = records;
    }

    @GetMapping("/enabled")
    @Described("Whether invocations are recorded.")
    public boolean enabled() {
        return records.monitor().on();
    }

    @PutMapping("/enabled")
    @Described("Switches the Monitor on or off until the server stops; it needs a rule that is enabled as well.")
    public boolean enable(@RequestBody boolean enabled) throws IOException {
        records.enableMonitor(enabled);
        return records.monitor().on();
    }
}

package vesper.records.admin;

import java.io.IOException;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;
import vesper.rest.openapi.Described;

/** The Tracker: whether it is on, and the transactions that it keeps. */
@RestController
@RequestMapping("/admin/tracker")
public final class TrackerController {
    private final Records records;

    public TrackerController(Records records) {
        this.records = records;
    }

    @GetMapping("/enabled")
    @Described("Whether transactions are kept.")
    public boolean enabled() {
        return records.tracker().on();
    }

    @PutMapping("/enabled")
    @Described("Switches the Tracker on or off, until the server stops.")
    public boolean enable(@RequestBody boolean enabled) throws IOException {
        records.enableTracker(enabled);
        return records.tracker().on();
    }
}

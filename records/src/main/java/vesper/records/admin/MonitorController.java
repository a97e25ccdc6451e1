package vesper.records.admin;

import java.io.IOException;
import java.util.Map;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;
import vesper.rest.RunOn;
import vesper.rest.StreamingBody;
import vesper.rest.openapi.AlsoAnswers;
import vesper.rest.openapi.Described;

/** The Monitor: its switch, and a search over the invocations that it recorded. */
@RestController
@RequestMapping("/admin/monitor")
public final class MonitorController {
    private static final String ONLY = "monitored:true";

    private final Records records;
    private final RecordSearch search;

    public MonitorController(Records records) {
        this.records = records;
        this.search = new RecordSearch(records, records.clock());
    }

    @GetMapping(
            path = "/records",
            produces = {"application/json", "application/xml"})
    @Described("The invocations that were recorded, the newest first; as lines for application/x-ndjson.")
    @AlsoAnswers(status = 503, when = "There are too many searches, or with wait, sealing is too far behind")
    @RunOn(RunOn.Threads.PLATFORM)
    public RecordPage<MonitorRecord> found(SearchParameters asked, @RequestParam Map<String, String> given)
            throws IOException, InterruptedException {
        return search.search(ONLY, asked, given.keySet(), MonitorRecord::of);
    }

    @GetMapping(path = "/records", produces = HitLines.TYPE)
    @Described("The invocations that were recorded, the newest first; as lines for application/x-ndjson.")
    @AlsoAnswers(status = 503, when = "There are too many searches, or with wait, sealing is too far behind")
    @RunOn(RunOn.Threads.PLATFORM)
    public StreamingBody lines(SearchParameters asked, @RequestParam Map<String, String> given)
            throws IOException, InterruptedException {
        return search.lines(ONLY, asked, given.keySet(), MonitorRecord::of, null);
    }

    @GetMapping("/enabled")
    @Described("Whether invocations are recorded.")
    public boolean enabled() {
        return records.monitor().on();
    }

    @PutMapping("/enabled")
    @Described(
            "Switches the Monitor on or off until the server stops; it needs a rule that is enabled as well.\n@return true or false; where that is not what was asked for, why")
    @RunOn(RunOn.Threads.PLATFORM)
    public Object enable(@RequestBody @Described("true or false, as any media type") byte[] enabled)
            throws IOException {
        boolean asked = OnOff.of(enabled);
        records.enableMonitor(asked);
        return OnOff.outcome(asked, records.monitor());
    }
}

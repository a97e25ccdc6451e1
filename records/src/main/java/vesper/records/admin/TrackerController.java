package vesper.records.admin;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;
import vesper.records.search.Row;
import vesper.rest.ProblemType;
import vesper.rest.RunOn;
import vesper.rest.StreamingBody;
import vesper.rest.openapi.AlsoAnswers;
import vesper.rest.openapi.Described;

/** The Tracker: its switch, and a search over the transactions that it keeps. */
@RestController
@RequestMapping("/admin/tracker")
public final class TrackerController {
    private static final String ONLY = "tracked:true";

    private final Records records;
    private final RecordSearch search;

    public TrackerController(Records records) {
        this.records = records;
        this.search = new RecordSearch(records, records.clock());
    }

    @GetMapping(
            path = "/transactions",
            produces = {"application/json", "application/xml"})
    @Described("The transactions that were kept, the newest first; as lines for application/x-ndjson.")
    @AlsoAnswers(status = 503, when = "There are too many searches, or with wait, sealing is too far behind")
    @RunOn(RunOn.Threads.PLATFORM)
    public RecordPage<TrackedTransaction> found(SearchParameters asked, @RequestParam Map<String, String> given)
            throws IOException, InterruptedException {
        return search.search(ONLY, asked, given.keySet(), TrackerController::alone, TrackedTransaction::of);
    }

    @GetMapping(path = "/transactions", produces = HitLines.TYPE)
    @Described("The transactions that were kept, the newest first; as lines for application/x-ndjson.")
    @AlsoAnswers(status = 503, when = "There are too many searches, or with wait, sealing is too far behind")
    @RunOn(RunOn.Threads.PLATFORM)
    public StreamingBody lines(SearchParameters asked, @RequestParam Map<String, String> given)
            throws IOException, InterruptedException {
        return search.lines(ONLY, asked, given.keySet(), TrackerController::alone, TrackedTransaction::of);
    }

    /** Converts a single row. For an addition the whole transaction takes the place of this result. */
    private static TrackedTransaction alone(Row row) throws IOException {
        return TrackedTransaction.of(List.of(row), List.of());
    }

    @GetMapping("/transactions/{id}")
    @Described("One transaction whole.\n@param id of the transaction")
    @AlsoAnswers(status = 404, when = "There is no such transaction, or it is in what is damaged, which is named then")
    @RunOn(RunOn.Threads.PLATFORM)
    public TrackedTransaction one(@PathVariable("id") UUID id) throws IOException, InterruptedException {
        return search.byId(id, TrackedTransaction::of)
                .orElseThrow(() -> ProblemType.NOT_FOUND
                        .because("There is no transaction " + id + ".")
                        .exception());
    }

    @GetMapping("/enabled")
    @Described("Whether transactions are kept.")
    public boolean enabled() {
        return records.tracker().on();
    }

    @PutMapping("/enabled")
    @Described(
            "Switches the Tracker on or off, until the server stops.\n@return true or false; where that is not what was asked for, why")
    @RunOn(RunOn.Threads.PLATFORM)
    public Object enable(@RequestBody @Described("true or false, as any media type") byte[] enabled)
            throws IOException {
        boolean asked = OnOff.of(enabled);
        records.enableTracker(asked);
        return OnOff.outcome(asked, records.tracker());
    }
}

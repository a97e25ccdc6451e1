package vesper.records.admin;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;
import vesper.records.blocks.DamagedBlockException;
import vesper.records.rows.RowFlags;
import vesper.records.search.Row;
import vesper.rest.ProblemType;
import vesper.rest.RunOn;
import vesper.rest.openapi.AlsoAnswers;
import vesper.rest.openapi.Described;

/** The Tracker: whether it is on, and the transactions that it keeps. */
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

    @GetMapping("/transactions")
    @Described("The transactions that were kept, the newest first.")
    @AlsoAnswers(status = 503, when = "There are too many searches, or with wait, sealing does not come to its end")
    @RunOn(RunOn.Threads.PLATFORM)
    public Found<TrackedTransaction> found(SearchParameters asked) throws IOException, InterruptedException {
        Found<Hit> found = search.search(ONLY, asked, Hit::of);
        List<TrackedTransaction> whole = new ArrayList<>();
        for (Hit hit : found.items()) whole.add(hit.isAddition() ? whole(hit) : hit.transaction());
        return found.with(List.copyOf(whole));
    }

    /** Of an addition alone nobody sees what it was added to. */
    private TrackedTransaction whole(Hit hit) throws IOException, InterruptedException {
        UUID id = UUID.fromString(hit.transaction().id());
        return search.byId(id, TrackedTransaction::of).orElse(hit.transaction());
    }

    /** A transaction as far as the row shows it that was found. */
    private record Hit(TrackedTransaction transaction, boolean isAddition) {
        static Hit of(Row row) throws DamagedBlockException {
            return new Hit(TrackedTransaction.of(List.of(row)), row.is(RowFlags.ADDITION));
        }
    }

    @GetMapping("/transactions/{id}")
    @Described("One transaction whole.\n@param id of the transaction")
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
    @Described("Switches the Tracker on or off, until the server stops.")
    public boolean enable(@RequestBody boolean enabled) throws IOException {
        records.enableTracker(enabled);
        return records.tracker().on();
    }
}

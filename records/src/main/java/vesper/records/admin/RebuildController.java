package vesper.records.admin;

import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;
import vesper.records.store.RecordStore;
import vesper.rest.openapi.Described;

/** Rebuilds the sealed blocks of records. */
@RestController
@RequestMapping("/admin/records/rebuild")
public final class RebuildController {
    private final Records records;

    public RebuildController(Records records) {
        this.records = records;
    }

    /**
     * Progress of a rebuild.
     *
     * @param filesLeft number of block files still to be rebuilt; 0 if no rebuild runs
     */
    public record Rebuild(int filesLeft) {}

    @GetMapping
    @Described("How far it is.")
    public Rebuild rebuild() {
        return new Rebuild(records.status().filesToRebuild());
    }

    @PostMapping
    @ResponseStatus(HttpStatus.ACCEPTED)
    @Described("Makes all sealed blocks anew, from the journals where these still have the records and else from the"
            + " blocks, while the old ones answer.")
    public Rebuild start() {
        records.store().ifPresent(RecordStore::rebuild);
        return rebuild();
    }
}

package vesper.launcher.admin;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.LongSupplier;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;
import vesper.hosting.Packages;
import vesper.http.Request;
import vesper.launcher.samples.Sample;
import vesper.launcher.samples.Sampler;
import vesper.records.admin.Records;
import vesper.records.store.StoreStatus;
import vesper.rest.SseEmitter;
import vesper.rest.openapi.AlsoAnswers;
import vesper.rest.openapi.Described;
import vesper.services.collections.OpenCollections;

/** The state of the server, for {@code vesper status} and for scripts that wait until the server is idle. */
@RestController
@RequestMapping("/admin/status")
public final class StatusController {
    private final Packages packages;
    private final Records records;
    private final OpenCollections collections;
    private final LongSupplier uptimeMillis;
    private final LongSupplier connections;
    private final String version;
    private final String handlers;
    private final Path packagesFolder;
    private final Sampler sampler;

    /**
     * @param uptimeMillis time since the start of the server
     * @param connections number of open connections
     * @param handlers where handlers run
     * @param packagesFolder the folder that is served
     * @param sampler samples the server each second
     */
    public StatusController(
            Packages packages,
            Records records,
            OpenCollections collections,
            LongSupplier uptimeMillis,
            LongSupplier connections,
            String version,
            String handlers,
            Path packagesFolder,
            Sampler sampler) {
        this.packages = packages;
        this.records = records;
        this.collections = collections;
        this.uptimeMillis = uptimeMillis;
        this.connections = connections;
        this.version = version;
        this.handlers = handlers;
        this.packagesFolder = packagesFolder;
        this.sampler = sampler;
    }

    @GetMapping
    @Described("The state of the server, and whether work is pending.")
    public ServerStatus status() {
        StoreStatus recording = records.status();
        return new ServerStatus(
                recording.pending() == 0,
                recording.pending(),
                recording.lagMillis(),
                records.monitor(),
                records.tracker(),
                records.lost(),
                recording.trouble().isEmpty() ? Optional.empty() : Optional.of(recording.trouble()),
                collections.status(),
                packageLines(),
                stepLines(),
                uptimeMillis.getAsLong(),
                version,
                connections.getAsLong(),
                handlers,
                packagesFolder.toString());
    }

    @GetMapping(path = "/history", produces = "application/json")
    @Described("""
            The state of the server, second by second.
            @param minutes length of the history, at most 15
            @return A sample for each second, oldest first""")
    public History history(@RequestParam(name = "minutes", defaultValue = "15") int minutes) {
        ParameterBounds.require("minutes", minutes, 1, Sampler.MOST_MINUTES);
        return new History(Sampler.EVERY.toMillis(), sampler.history(minutes));
    }

    @GetMapping(path = "/live", produces = "text/event-stream")
    @Described("""
            Streams the state of the server, second by second, until the client closes or the server stops.
            @return Server-sent events named sample""")
    @AlsoAnswers(status = 503, when = "Too many clients follow the status")
    public SseEmitter live(Request request) {
        return sampler.follow(request);
    }

    @Described("""
            The history of the server's state.
            @param everyMillis interval between samples
            @param items oldest first""")
    public record History(long everyMillis, List<Sample> items) {}

    private List<ServerStatus.StepLine> stepLines() {
        return packages.longRunningSteps().stream()
                .map(step -> new ServerStatus.StepLine(
                        step.packageName(), step.what(), step.since().toMillis(), step.abandoned(), step.place()))
                .toList();
    }

    private List<ServerStatus.PackageLine> packageLines() {
        return packages.snapshots().stream()
                .map(one -> new ServerStatus.PackageLine(
                        one.name(),
                        one.version(),
                        one.state().text(),
                        one.failureSummary(),
                        one.nextAttempt(),
                        one.warning()))
                .toList();
    }
}

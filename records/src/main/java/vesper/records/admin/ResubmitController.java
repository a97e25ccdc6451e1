package vesper.records.admin;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;
import vesper.http.Headers;
import vesper.http.Request;
import vesper.rest.Problem.BadValue;
import vesper.rest.ProblemException;
import vesper.rest.ProblemType;
import vesper.rest.RunOn;
import vesper.rest.openapi.AlsoAnswers;
import vesper.rest.openapi.Described;

/**
 * Resubmission of transactions' requests. Each waits on a virtual thread, so that platform threads remain for the
 * handlers that need them.
 */
@RestController
@RequestMapping("/admin/tracker")
public final class ResubmitController {
    private static final ProblemType CONFLICT = ProblemType.ofStatus(409);
    private static final ProblemType LOOP = ProblemType.ofStatus(508);
    private static final String ONLY = "tracked:true";
    private static final List<String> PARAMETERS = List.of("q", "from", "to", "limit", "dryRun", "again");

    private final RecordSearch search;
    private final Resubmissions resubmissions;

    public ResubmitController(Records records) {
        search = new RecordSearch(records, records.clock());
        resubmissions = new Resubmissions(records, search);
    }

    @PostMapping(path = "/transactions/{id}/resubmit", consumes = "application/json")
    @Described("""
            Carries out the request of a transaction again, as a new one. Header fields that were masked have to be given.
            @param id of the transaction
            @return What came of the new transaction""")
    @AlsoAnswers(status = 404, when = "There is no such transaction, or it is in what is damaged, which is named then")
    @AlsoAnswers(status = 409, when = "What is kept of the request is not all of it, or the Tracker is off")
    @AlsoAnswers(status = 508, when = "Resubmitted requests resubmit others")
    @RunOn(RunOn.Threads.PLATFORM)
    public CompletionStage<ResubmittedTransaction> resubmit(
            @PathVariable("id") UUID id,
            @RequestBody(required = false)
                    @Described("body, contentType, query and headers in the place of those that were kept")
                    @Nullable
                    Map<String, Object> edit) {
        Optional<Request> asking = Request.current();
        if (edit == null && asking.isPresent() && asking.get().body().length() > 0)
            throw ProblemType.BAD_REQUEST
                    .because("What is to be other is null; send an object, or nothing")
                    .exception();
        Headers trace = Resubmissions.traceOf(asking);
        ResubmitEdit wanted = ResubmitEdit.understood(edit);
        return apart(() -> outcome(id, resubmissions.resubmit(id, wanted, trace)));
    }

    @PostMapping("/resubmit")
    @Described("""
            Carries out again what a search finds, the newest first; at first it only says what it would do. After 5 minutes it
            begins no more, and says how many are left.
            @param from the least time, as searches take it
            @param to the time before which it is""")
    @AlsoAnswers(status = 503, when = "There are too many searches")
    @RunOn(RunOn.Threads.PLATFORM)
    public CompletionStage<BulkResubmissionResult> resubmitAll(
            @Described(value = "what is looked for", required = true)
                    @RequestParam(name = "q", required = false)
                    @Nullable
                    String q,
            @RequestParam(name = "from", required = false) @Nullable String from,
            @RequestParam(name = "to", required = false) @Nullable String to,
            @Described(value = "how many at most, 100 where nothing is said, 1000 at most", as = Integer.class)
                    @RequestParam(name = "limit", defaultValue = "100")
                    String limit,
            @Described(value = "whether nothing is sent", as = Boolean.class)
                    @RequestParam(name = "dryRun", defaultValue = "true")
                    String dryRun,
            @Described(
                            value =
                                    "whether those are sent too that were resubmitted before, and what came of that and succeeded",
                            as = Boolean.class)
                    @RequestParam(name = "again", defaultValue = "false")
                    String again,
            @RequestParam Map<String, String> given)
            throws IOException, InterruptedException {
        List<BadValue> bad = ParameterChecks.unknown(given.keySet(), PARAMETERS);
        if (q == null) bad.add(new BadValue("q", "is missing"));
        boolean onlySays = ParameterChecks.isTrue("dryRun", dryRun, true, bad);
        boolean sendsAgain = ParameterChecks.isTrue("again", again, false, bad);
        Optional<Request> asking = Request.current();
        AtomicBoolean gone = new AtomicBoolean();
        asking.ifPresent(request -> request.whenOver(() -> gone.set(true)));
        Headers trace = Resubmissions.traceOf(asking);
        RecordPage<String> found =
                search.searchBeside(bad, ONLY, SearchParameters.page(q, from, to, limit), row -> row.id());
        BulkResubmission bulk =
                new BulkResubmission(resubmissions, onlySays, sendsAgain, trace, gone::get, System::nanoTime);
        return apart(() -> bulk.of(found.items(), found.incomplete()));
    }

    private static ResubmittedTransaction outcome(UUID id, Resubmission resubmission) {
        return switch (resubmission) {
            case Resubmission.Done(var transaction) -> transaction;
            case Resubmission.NotFound() -> throw refused(ProblemType.NOT_FOUND, "There is no transaction " + id + ".");
            case Resubmission.Refused(var reason) ->
                throw refused(CONFLICT, "The transaction cannot be resubmitted: " + reason);
            case Resubmission.Loops(var reason) -> throw refused(LOOP, reason);
        };
    }

    private static ProblemException refused(ProblemType type, String reason) {
        return type.because(reason).exception();
    }

    private static <T> CompletionStage<T> apart(Callable<T> work) {
        CompletableFuture<T> outcome = new CompletableFuture<>();
        Thread.ofVirtual().name("resubmit").start(() -> {
            try {
                outcome.complete(work.call());
            } catch (Throwable t) {
                outcome.completeExceptionally(t);
            }
        });
        return outcome;
    }
}

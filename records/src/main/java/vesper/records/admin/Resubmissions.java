package vesper.records.admin;

import java.io.IOException;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.Semaphore;
import vesper.http.Headers;
import vesper.http.Request;
import vesper.records.Transaction;
import vesper.records.capture.InProcess;
import vesper.records.rows.States;

/**
 * Carries out requests of transactions again, at most {@value #AT_ONCE} at once. Each becomes a transaction of its own;
 * old and new are linked with each other. At most {@value #MOST_DEPTH} stand behind each other.
 */
final class Resubmissions {
    static final int MOST_DEPTH = 5;
    private static final int AT_ONCE = 8;
    private static final String GOES_ON = "it was not answered to the end within "
            + Records.LONGEST_IN_PROCESS.toSeconds() + " s; its handler goes on, and what it answers is not kept";

    private final Records records;
    private final RecordSearch search;
    private final Semaphore turns = new Semaphore(AT_ONCE);

    Resubmissions(Records records, RecordSearch search) {
        this.records = records;
        this.search = search;
    }

    /** The request of a transaction; empty where there is no such transaction. */
    Optional<KeptRequest> kept(UUID id) throws IOException, InterruptedException {
        return search.byId(id, (rows, _) -> KeptRequest.of(rows));
    }

    /**
     * The fields of the trace that a request said it is a part of. What it resubmits becomes a part of that one: of what
     * a callback led to nobody is called back again.
     */
    static Headers traceOf(Optional<Request> asking) {
        return asking.filter(request -> request.headers().contains("traceparent"))
                .map(request -> request.trace().fields())
                .orElse(Headers.NONE);
    }

    /** @param trace of the request that asks for it, see {@link #traceOf} */
    Resubmission resubmit(UUID id, ResubmitEdit edit, Headers trace) throws IOException, InterruptedException {
        Optional<KeptRequest> found = kept(id);
        if (found.isEmpty()) return new Resubmission.NotThere();
        KeptRequest kept = found.get();
        Optional<String> refusal = refusal(kept, edit);
        if (refusal.isPresent()) return new Resubmission.Refused(refusal.get());
        // A handler that asks for this over HTTP again and again would come here from outside each time.
        if (!turns.tryAcquire())
            return new Resubmission.Loops("There are " + AT_ONCE + " resubmissions at once already");
        try {
            return carryOut(kept, edit, trace);
        } finally {
            turns.release();
        }
    }

    /** Why a request cannot be carried out again now. */
    Optional<String> refusal(KeptRequest kept, ResubmitEdit edit) {
        Switch tracker = records.tracker();
        if (!tracker.on()) return Optional.of("the new transaction would not be kept: " + tracker.why());
        Optional<String> refusal = kept.refusal(edit);
        if (refusal.isPresent()) return refusal;
        return kept.depth() >= MOST_DEPTH
                ? Optional.of(MOST_DEPTH + " resubmissions led to it already; resubmit the first of them")
                : Optional.empty();
    }

    private Resubmission carryOut(KeptRequest kept, ResubmitEdit edit, Headers trace) throws InterruptedException {
        Request request = kept.edited(edit, records::json);
        if (trace.size() > 0) {
            request.headers(request.headers().without("tracestate"));
            trace.forEach((name, value) -> request.headers(request.headers().with(name, value)));
        }
        Optional<Transaction> begun = records.capture().transaction(request);
        if (begun.isEmpty())
            return new Resubmission.Refused(
                    "no rule of the Tracker wants " + request.method() + " " + request.path() + " any more");
        Transaction transaction = begun.get();
        transaction.link(KeptRequest.RESUBMITS, kept.id());
        transaction.put(KeptRequest.DEPTH, kept.depth() + 1);
        // Said before, so that nobody does it twice who finds out what became of it after a crash.
        records.capture().link(UUID.fromString(kept.id()), KeptRequest.RESUBMITTED_AS, transaction.id());
        InProcess.Outcome outcome = records.inProcess().carryOut(request);
        Optional<String> incomplete = outcome.isOver() ? Optional.empty() : Optional.of(GOES_ON);
        int status = outcome.status();
        return new Resubmission.Done(new Resubmitted(transaction.id(), status, States.ofStatus(status), incomplete));
    }
}

package vesper.records.admin;

import java.io.IOException;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
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

    private final Records records;
    private final RecordSearch search;
    private final Semaphore turns = new Semaphore(AT_ONCE);
    /** How deep each request is that is being carried out. */
    private final Map<Request, Integer> running = new ConcurrentHashMap<>();

    Resubmissions(Records records, RecordSearch search) {
        this.records = records;
        this.search = search;
    }

    /** The request of a transaction; empty where there is no such transaction. */
    Optional<KeptRequest> kept(UUID id) throws IOException, InterruptedException {
        return search.byId(id, KeptRequest::of);
    }

    /** How deep among resubmissions a request is, 0 for one that came from outside. */
    int depthOf(Optional<Request> request) {
        return request.map(running::get).orElse(0);
    }

    /** @param depth of the request that asks for it */
    Resubmission resubmit(UUID id, ResubmitEdit edit, int depth) throws IOException, InterruptedException {
        if (depth >= MOST_DEPTH)
            return new Resubmission.Loops("Requests that were resubmitted resubmit others, " + MOST_DEPTH + " deep");
        Optional<KeptRequest> found = kept(id);
        if (found.isEmpty()) return new Resubmission.NotThere();
        KeptRequest kept = found.get();
        Optional<String> refusal = refusal(kept, edit);
        if (refusal.isPresent()) return new Resubmission.Refused(refusal.get());
        // A handler that asks for this over HTTP again and again would come here from outside each time.
        if (!turns.tryAcquire())
            return new Resubmission.Loops("There are " + AT_ONCE + " resubmissions at once already");
        try {
            return carryOut(kept, edit, Math.max(depth, kept.depth()) + 1);
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

    private Resubmission carryOut(KeptRequest kept, ResubmitEdit edit, int depth) throws InterruptedException {
        Request request = kept.edited(edit, records::json);
        Optional<Transaction> begun = records.capture().transaction(request);
        if (begun.isEmpty())
            return new Resubmission.Refused(
                    "no rule of the Tracker wants " + request.method() + " " + request.path() + " any more");
        Transaction transaction = begun.get();
        transaction.link(KeptRequest.RESUBMITS, kept.id());
        transaction.put(KeptRequest.DEPTH, depth);
        // Said before, so that nobody does it twice who finds out what became of it after a crash.
        records.capture().link(UUID.fromString(kept.id()), KeptRequest.RESUBMITTED_AS, transaction.id());
        InProcess inProcess = records.inProcess();
        running.put(request, depth);
        try {
            int status = inProcess.carryOut(request);
            return new Resubmission.Done(new Resubmitted(transaction.id(), status, States.ofStatus(status)));
        } finally {
            running.remove(request);
        }
    }
}

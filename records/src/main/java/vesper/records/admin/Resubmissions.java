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
 * Resubmits requests of transactions, at most {@value #AT_ONCE} at once. Each becomes a separate transaction, and the
 * old and the new one are linked with each other. A chain of resubmissions has at most {@value #MOST_DEPTH} links.
 */
final class Resubmissions {
    static final int MOST_DEPTH = 5;
    private static final int AT_ONCE = 8;
    private static final String GOES_ON = "it was not answered to the end within "
            + Records.LONGEST_IN_PROCESS.toSeconds() + " s; its handler goes on, and what it answers is not kept";

    private final Records records;
    private final RecordSearch search;
    private final Semaphore permits = new Semaphore(AT_ONCE);

    Resubmissions(Records records, RecordSearch search) {
        this.records = records;
        this.search = search;
    }

    /** Returns the request of a transaction; empty if there is no such transaction. */
    Optional<RecordedRequest> kept(UUID id) throws IOException, InterruptedException {
        return search.byId(id, (rows, _) -> RecordedRequest.of(rows, records.routes()));
    }

    /**
     * Returns the trace fields if the request named a trace. The resubmitted request joins this trace, so that requests
     * caused by a callback do not trigger further callbacks.
     */
    static Headers traceOf(Optional<Request> asking) {
        return asking.filter(request -> request.headers().contains("traceparent"))
                .map(request -> request.trace().fields())
                .orElse(Headers.NONE);
    }

    /**
     * Resubmits a request.
     *
     * @param trace trace fields of the request that started the resubmission, see {@link #traceOf}
     */
    Resubmission resubmit(UUID id, ResubmitEdit edit, Headers trace) throws IOException, InterruptedException {
        Optional<RecordedRequest> found = kept(id);
        if (found.isEmpty()) return new Resubmission.NotFound();
        RecordedRequest recorded = found.get();
        Optional<String> refusal = refusal(recorded, edit);
        if (refusal.isPresent()) return new Resubmission.Refused(refusal.get());
        // The depth does not catch a handler that resubmits over HTTP: each of its requests is a new one from outside.
        // The limit of concurrent resubmissions stops such a loop.
        if (!permits.tryAcquire())
            return new Resubmission.Loops("There are " + AT_ONCE + " resubmissions at once already");
        try {
            return carryOut(recorded, edit, trace);
        } finally {
            permits.release();
        }
    }

    /** Returns the reason why a request cannot be resubmitted now. */
    Optional<String> refusal(RecordedRequest recorded, ResubmitEdit edit) {
        Optional<String> paused = records.resubmission().refusal();
        if (paused.isPresent()) return paused;
        Switch tracker = records.tracker();
        if (!tracker.on()) return Optional.of("the new transaction would not be kept: " + tracker.why());
        Optional<String> refusal = recorded.refusal(edit);
        if (refusal.isPresent()) return refusal;
        return recorded.depth() >= MOST_DEPTH
                ? Optional.of(MOST_DEPTH + " resubmissions led to it already; resubmit the first of them")
                : Optional.empty();
    }

    private Resubmission carryOut(RecordedRequest recorded, ResubmitEdit edit, Headers trace)
            throws InterruptedException {
        Request request = recorded.edited(edit, records::json);
        if (trace.size() > 0) {
            request.headers(request.headers().without("tracestate"));
            trace.forEach((name, value) -> request.headers(request.headers().with(name, value)));
        }
        Optional<Transaction> begun = records.capture().transaction(request);
        if (begun.isEmpty())
            return new Resubmission.Refused(
                    "no rule of the Tracker wants " + request.method() + " " + request.path() + " any more");
        Transaction transaction = begun.get();
        transaction.link(RecordedRequest.RESUBMITS, recorded.id());
        transaction.put(RecordedRequest.DEPTH, recorded.depth() + 1);
        // Linked before it is sent, so that after a crash an operator sees that it may have been resubmitted.
        records.capture().link(UUID.fromString(recorded.id()), RecordedRequest.RESUBMITTED_AS, transaction.id());
        InProcess.Outcome outcome = records.resubmission().carryOut(records.inProcess(), request);
        Optional<String> incomplete = outcome.isOver() ? Optional.empty() : Optional.of(GOES_ON);
        int status = outcome.status();
        return new Resubmission.Done(
                new ResubmittedTransaction(transaction.id(), status, States.ofStatus(status), incomplete));
    }
}

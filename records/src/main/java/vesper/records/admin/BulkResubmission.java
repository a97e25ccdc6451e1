package vesper.records.admin;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import vesper.http.Headers;
import vesper.records.rows.States;
import vesper.rest.ProblemException;

/** Resubmits the transactions that a search found, one at a time. For a single use by one thread. */
final class BulkResubmission {
    /** Time limit for the whole run. A resubmission in progress at that time is completed. */
    static final Duration MOST_TIME = Duration.ofMinutes(5);

    private static final Logger LOG = LoggerFactory.getLogger(BulkResubmission.class);

    private final Resubmissions resubmissions;
    private final boolean dryRun;
    private final boolean again;
    private final Headers trace;
    private final BooleanSupplier isGone;
    private final LongSupplier nanos;
    private final List<BulkResubmissionResult.Item> items = new ArrayList<>();
    private int sent;
    private int failed;
    private int refused;

    /**
     * Creates a run.
     *
     * @param again whether to include transactions that were resubmitted before, and those that came from a
     *     resubmission and succeeded
     * @param trace trace fields of the request that started the run
     * @param isGone returns true once the client has left; no further request is sent then
     * @param nanos a monotonic clock, such as {@link System#nanoTime}
     */
    BulkResubmission(
            Resubmissions resubmissions,
            boolean dryRun,
            boolean again,
            Headers trace,
            BooleanSupplier isGone,
            LongSupplier nanos) {
        this.resubmissions = resubmissions;
        this.dryRun = dryRun;
        this.again = again;
        this.trace = trace;
        this.isGone = isGone;
        this.nanos = nanos;
    }

    BulkResubmissionResult of(List<String> ids, Optional<String> incomplete) throws InterruptedException {
        long begunNanos = nanos.getAsLong();
        int left = ids.size();
        for (String id : ids) {
            boolean isOver = nanos.getAsLong() - begunNanos >= MOST_TIME.toNanos();
            if (isOver || isGone.getAsBoolean()) break;
            resubmitOne(id);
            left--;
        }
        return new BulkResubmissionResult(
                dryRun, items.size(), sent, failed, refused, left, why(incomplete, left), List.copyOf(items));
    }

    private static Optional<String> why(Optional<String> incomplete, int left) {
        if (left == 0) return incomplete;
        String ended = "it ended after " + MOST_TIME.toSeconds() + " s with " + left
                + " left, which the same request goes on with";
        return Optional.of(incomplete.map(search -> search + "; " + ended).orElse(ended));
    }

    /**
     * Resubmits one transaction. A failure becomes its item, because the client must still learn which requests were
     * sent.
     */
    private void resubmitOne(String id) throws InterruptedException {
        try {
            add(UUID.fromString(id));
        } catch (IOException | RuntimeException e) {
            LOG.warn("the transaction {} could not be resubmitted", id, e);
            refused++;
            items.add(new BulkResubmissionResult.Item(id, "", "", Optional.of(reason(e)), Optional.empty()));
        }
    }

    private static String reason(Exception failure) {
        return failure instanceof ProblemException refusal
                ? refusal.problem().detail()
                : "it could not be read: " + failure.getMessage();
    }

    private void add(UUID id) throws IOException, InterruptedException {
        Optional<RecordedRequest> found = resubmissions.kept(id);
        // Removed by retention since the search.
        if (found.isEmpty()) return;
        RecordedRequest recorded = found.get();
        Optional<String> reason = refusal(recorded);
        if (reason.isPresent()) refuse(recorded, reason.get());
        else if (dryRun) addDryRun(recorded);
        else send(id, recorded);
    }

    private Optional<String> refusal(RecordedRequest recorded) {
        if (!again && !recorded.resubmittedAs().isEmpty())
            return Optional.of("it was resubmitted before, as " + recorded.resubmittedAs());
        if (!again && recorded.hasSucceededAgain()) return Optional.of("it resubmits another one, and has succeeded");
        return resubmissions.refusal(recorded, ResubmitEdit.NONE);
    }

    private void addDryRun(RecordedRequest recorded) {
        sent++;
        items.add(item(recorded, Optional.empty(), Optional.empty()));
    }

    private void send(UUID id, RecordedRequest recorded) throws IOException, InterruptedException {
        switch (resubmissions.resubmit(id, ResubmitEdit.NONE, trace)) {
            case Resubmission.Done(var made) -> {
                sent++;
                if (made.state().equals(States.ERROR)) failed++;
                items.add(item(recorded, Optional.empty(), Optional.of(made)));
            }
            case Resubmission.Refused(var reason) -> refuse(recorded, reason);
            case Resubmission.Loops(var reason) -> refuse(recorded, reason);
            case Resubmission.NotFound() -> {}
        }
    }

    private void refuse(RecordedRequest recorded, String reason) {
        refused++;
        items.add(item(recorded, Optional.of(reason), Optional.empty()));
    }

    private static BulkResubmissionResult.Item item(
            RecordedRequest recorded, Optional<String> refused, Optional<ResubmittedTransaction> resubmitted) {
        String method = recorded.method() == null ? "" : recorded.method().name();
        return new BulkResubmissionResult.Item(recorded.id(), method, recorded.url(), refused, resubmitted);
    }
}

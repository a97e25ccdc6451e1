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
    private final List<BulkResubmitted.Item> items = new ArrayList<>();
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

    BulkResubmitted of(List<String> ids, Optional<String> incomplete) throws InterruptedException {
        long begunNanos = nanos.getAsLong();
        int left = ids.size();
        for (String id : ids) {
            boolean isOver = nanos.getAsLong() - begunNanos >= MOST_TIME.toNanos();
            if (isOver || isGone.getAsBoolean()) break;
            addOrSayWhyNot(id);
            left--;
        }
        return new BulkResubmitted(
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
    private void addOrSayWhyNot(String id) throws InterruptedException {
        try {
            add(UUID.fromString(id));
        } catch (IOException | RuntimeException e) {
            LOG.warn("the transaction {} could not be resubmitted", id, e);
            refused++;
            items.add(new BulkResubmitted.Item(id, "", "", Optional.of(reason(e)), Optional.empty()));
        }
    }

    private static String reason(Exception failure) {
        return failure instanceof ProblemException refusal
                ? refusal.problem().detail()
                : "it could not be read: " + failure.getMessage();
    }

    private void add(UUID id) throws IOException, InterruptedException {
        Optional<KeptRequest> found = resubmissions.kept(id);
        // Removed by retention since the search.
        if (found.isEmpty()) return;
        KeptRequest kept = found.get();
        Optional<String> reason = refusal(kept);
        if (reason.isPresent()) refuse(kept, reason.get());
        else if (dryRun) would(kept);
        else send(id, kept);
    }

    private Optional<String> refusal(KeptRequest kept) {
        if (!again && !kept.resubmittedAs().isEmpty())
            return Optional.of("it was resubmitted before, as " + kept.resubmittedAs());
        if (!again && kept.hasSucceededAgain()) return Optional.of("it resubmits another one, and has succeeded");
        return resubmissions.refusal(kept, ResubmitEdit.NONE);
    }

    private void would(KeptRequest kept) {
        sent++;
        items.add(item(kept, Optional.empty(), Optional.empty()));
    }

    private void send(UUID id, KeptRequest kept) throws IOException, InterruptedException {
        switch (resubmissions.resubmit(id, ResubmitEdit.NONE, trace)) {
            case Resubmission.Done(var made) -> {
                sent++;
                if (made.state().equals(States.ERROR)) failed++;
                items.add(item(kept, Optional.empty(), Optional.of(made)));
            }
            case Resubmission.Refused(var reason) -> refuse(kept, reason);
            case Resubmission.Loops(var reason) -> refuse(kept, reason);
            case Resubmission.NotThere() -> {}
        }
    }

    private void refuse(KeptRequest kept, String reason) {
        refused++;
        items.add(item(kept, Optional.of(reason), Optional.empty()));
    }

    private static BulkResubmitted.Item item(
            KeptRequest kept, Optional<String> refused, Optional<Resubmitted> resubmitted) {
        String method = kept.method() == null ? "" : kept.method().name();
        return new BulkResubmitted.Item(kept.id(), method, kept.url(), refused, resubmitted);
    }
}

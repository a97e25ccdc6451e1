package vesper.documents;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.BooleanSupplier;
import java.util.function.LongFunction;
import java.util.function.Supplier;

/**
 * A mark in the shared log, appended again until one is delivered. A log that is new or changes its leader rejects
 * marks for a moment, and a server that fails loses those it was sent. All marks mean the same, so the first delivered
 * one counts.
 */
final class Mark {
    private static final Duration PAUSE = Duration.ofMillis(50);
    private static final Duration UNHEARD = Duration.ofMillis(500);

    private final Supplier<CompletableFuture<SharedLog.Outcome>> appending;
    private final LongFunction<CompletableFuture<Void>> whenDelivered;
    private final BooleanSupplier isHopeless;
    private final CompletableFuture<Void> delivered = new CompletableFuture<>();
    private volatile String why = "the appended mark was not delivered";

    /**
     * @param telling returns a future that completes when everything up to a sequence was delivered; it is cancelled
     *     when it is no longer needed
     * @param isInVain returns whether to stop trying
     */
    Mark(
            Supplier<CompletableFuture<SharedLog.Outcome>> appending,
            LongFunction<CompletableFuture<Void>> telling,
            BooleanSupplier isInVain) {
        this.appending = appending;
        this.whenDelivered = telling;
        this.isHopeless = isInVain;
    }

    /**
     * Appends the mark and completes when one is delivered. Fails slightly before the time is over, so that a caller
     * with the same time limit still gets the reason. Call it once.
     */
    CompletableFuture<Void> within(Duration longest) {
        append();
        Duration moment = longest.dividedBy(20);
        return delivered
                .orTimeout(longest.minus(moment).toNanos(), TimeUnit.NANOSECONDS)
                .exceptionallyCompose(failure ->
                        CompletableFuture.failedFuture(failure instanceof TimeoutException ? silent() : failure));
    }

    private SilentLogException silent() {
        return new SilentLogException(why);
    }

    private void append() {
        if (delivered.isDone()) return;
        CompletableFuture<SharedLog.Outcome> answer = appended();
        var _ = answer.thenAccept(this::handleOutcome);
        var timedOut = new SharedLog.Outcome.Unknown("the log did not answer");
        var _ = answer.copy()
                .completeOnTimeout(timedOut, UNHEARD.toMillis(), TimeUnit.MILLISECONDS)
                .thenAccept(this::retryIfUnknown);
    }

    /** A failure of the log means the same as an unknown outcome. */
    private CompletableFuture<SharedLog.Outcome> appended() {
        try {
            return appending.get().exceptionally(Mark::unknown);
        } catch (RuntimeException failure) {
            return CompletableFuture.completedFuture(unknown(failure));
        }
    }

    private static SharedLog.Outcome unknown(Throwable failure) {
        Throwable why =
                failure instanceof CompletionException && failure.getCause() != null ? failure.getCause() : failure;
        return new SharedLog.Outcome.Unknown(why.toString());
    }

    /** Handles an answer, however late it is; another mark may be under way by then. */
    private void handleOutcome(SharedLog.Outcome outcome) {
        switch (outcome) {
            case SharedLog.Outcome.Appended(long sequence, var _) -> {
                CompletableFuture<Void> reached = whenDelivered.apply(sequence);
                var _ = reached.thenRun(() -> delivered.complete(null));
                // Once another mark was delivered, or the time is over, this wait is no longer needed.
                var _ = delivered.whenComplete((_, _) -> reached.cancel(false));
            }
            case SharedLog.Outcome.Conflict _, SharedLog.Outcome.TooLarge _ ->
                delivered.completeExceptionally(new IllegalStateException("a mark cannot conflict or be too large"));
            case SharedLog.Outcome.Unknown _ -> {}
        }
    }

    private void retryIfUnknown(SharedLog.Outcome outcome) {
        if (!(outcome instanceof SharedLog.Outcome.Unknown(String said))) return;
        why = said;
        if (isHopeless.getAsBoolean()) {
            delivered.completeExceptionally(silent());
            return;
        }
        Executor later = CompletableFuture.delayedExecutor(PAUSE.toMillis(), TimeUnit.MILLISECONDS);
        later.execute(this::append);
    }
}

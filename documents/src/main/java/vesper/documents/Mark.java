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
 * A mark that somebody waits for, appended again where the log refuses it, as one that is new or has a new leader does for a
 * moment, and where nothing is heard of it for a while: a server that fails takes with it what it was sent. They all say the
 * same, so whichever is told first counts.
 */
final class Mark {
    private static final Duration PAUSE = Duration.ofMillis(50);
    private static final Duration UNHEARD = Duration.ofMillis(500);

    private final Supplier<CompletableFuture<SharedLog.Outcome>> appending;
    private final LongFunction<CompletableFuture<Void>> telling;
    private final BooleanSupplier isInVain;
    private final CompletableFuture<Void> told = new CompletableFuture<>();
    private volatile String why = "what was appended was not told";

    /**
     * @param telling completes when everything up to a sequence was told; is cancelled where nobody waits for that any more
     * @param isInVain whether it is not to be tried again
     */
    Mark(
            Supplier<CompletableFuture<SharedLog.Outcome>> appending,
            LongFunction<CompletableFuture<Void>> telling,
            BooleanSupplier isInVain) {
        this.appending = appending;
        this.telling = telling;
        this.isInVain = isInVain;
    }

    /**
     * Completes when one is told; a moment before this time is over otherwise, so that who waits for so long hears why.
     * Called once.
     */
    CompletableFuture<Void> within(Duration longest) {
        append();
        Duration moment = longest.dividedBy(20);
        return told.orTimeout(longest.minus(moment).toNanos(), TimeUnit.NANOSECONDS)
                .exceptionallyCompose(failure ->
                        CompletableFuture.failedFuture(failure instanceof TimeoutException ? silent() : failure));
    }

    private SilentLogException silent() {
        return new SilentLogException(why);
    }

    private void append() {
        if (told.isDone()) return;
        CompletableFuture<SharedLog.Outcome> answer = appended();
        var _ = answer.thenAccept(this::answered);
        var unheard = new SharedLog.Outcome.Unknown("nothing was heard of what was appended");
        var _ = answer.copy()
                .completeOnTimeout(unheard, UNHEARD.toMillis(), TimeUnit.MILLISECONDS)
                .thenAccept(this::goOn);
    }

    /** What the log fails with says no more than an answer that says nothing. */
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

    /** However late: by then another one may be on its way. */
    private void answered(SharedLog.Outcome outcome) {
        switch (outcome) {
            case SharedLog.Outcome.Appended(long sequence, var _) -> {
                CompletableFuture<Void> reached = telling.apply(sequence);
                var _ = reached.thenRun(() -> told.complete(null));
                // Nobody waits for it any more, whichever was told or that nothing was.
                var _ = told.whenComplete((_, _) -> reached.cancel(false));
            }
            case SharedLog.Outcome.Conflict _, SharedLog.Outcome.TooLarge _ ->
                told.completeExceptionally(new IllegalStateException("a mark expects nothing and says nothing"));
            case SharedLog.Outcome.Unknown _ -> {}
        }
    }

    private void goOn(SharedLog.Outcome heard) {
        if (!(heard instanceof SharedLog.Outcome.Unknown(String said))) return;
        why = said;
        if (isInVain.getAsBoolean()) {
            told.completeExceptionally(silent());
            return;
        }
        Executor later = CompletableFuture.delayedExecutor(PAUSE.toMillis(), TimeUnit.MILLISECONDS);
        later.execute(this::append);
    }
}

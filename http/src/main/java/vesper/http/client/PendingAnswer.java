package vesper.http.client;

import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.ToIntFunction;
import org.jspecify.annotations.Nullable;

/** The future of a call. Whoever ends it from outside, by cancelling it for example, ends the call with it. */
final class PendingAnswer<T> extends CompletableFuture<T> {
    private volatile @Nullable Call call;
    /** Told before whoever waits is; null for nobody. */
    private volatile @Nullable Told<T> told;

    private record Told<T>(AtomicReference<CallWatch.@Nullable Ending> ending, ToIntFunction<T> status) {
        void ended(@Nullable T value, @Nullable Throwable reason) {
            CallWatch.Ending first = ending.getAndSet(null);
            if (first != null) first.ended(value == null ? 0 : status.applyAsInt(value), reason);
        }
    }

    /** Has this told, once, before the future is complete. */
    void tell(CallWatch.Ending ending, ToIntFunction<T> status) {
        told = new Told<>(new AtomicReference<>(ending), status);
    }

    private void ends(@Nullable T value, @Nullable Throwable reason) {
        Told<T> waiting = told;
        if (waiting != null && !isDone()) waiting.ended(value, reason);
    }

    void belongsTo(Call made) {
        call = made;
    }

    @Override
    public boolean cancel(boolean mayInterrupt) {
        ends(null, new CancellationException());
        boolean cancelled = super.cancel(mayInterrupt);
        if (cancelled) endCall();
        return cancelled;
    }

    @Override
    public boolean complete(T value) {
        ends(value, null);
        boolean first = super.complete(value);
        if (first) endCall();
        return first;
    }

    @Override
    public boolean completeExceptionally(Throwable reason) {
        ends(null, reason);
        boolean first = super.completeExceptionally(reason);
        if (first) endCall();
        return first;
    }

    private void endCall() {
        Call made = call;
        if (made != null) made.abandon();
    }

    /** The call's own way to end it. False where nobody wants it any more. */
    boolean answer(T value) {
        call = null;
        ends(value, null);
        return super.complete(value);
    }

    void fail(ClientException reason) {
        call = null;
        ends(null, reason);
        super.completeExceptionally(reason);
    }

    /** Stages made from it are plain ones. */
    @Override
    public <U> CompletableFuture<U> newIncompleteFuture() {
        return new CompletableFuture<>();
    }
}

package vesper.http.client;

import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.ToIntFunction;
import org.jspecify.annotations.Nullable;

/** The future of a call. If the caller completes it, by cancelling it for example, the call ends. */
final class PendingResponse<T> extends CompletableFuture<T> {
    private volatile @Nullable Call call;
    /** Notified before the caller is; null for none. */
    private volatile @Nullable EndObserver<T> observer;

    private record EndObserver<T>(AtomicReference<CallWatch.@Nullable Ending> ending, ToIntFunction<T> status) {
        void ended(@Nullable T value, @Nullable Throwable reason) {
            CallWatch.Ending first = ending.getAndSet(null);
            if (first != null) first.ended(value == null ? 0 : status.applyAsInt(value), reason);
        }
    }

    /** Registers an observer, notified once, before the future is complete. */
    void observe(CallWatch.Ending ending, ToIntFunction<T> status) {
        observer = new EndObserver<>(new AtomicReference<>(ending), status);
    }

    private void ends(@Nullable T value, @Nullable Throwable reason) {
        EndObserver<T> waiting = observer;
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

    /** Completes the future from the call. Returns false if it was complete already. */
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

    /** Dependent stages are plain futures. */
    @Override
    public <U> CompletableFuture<U> newIncompleteFuture() {
        return new CompletableFuture<>();
    }
}

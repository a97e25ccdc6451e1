package vesper.http.client;

import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** The future of a call. Whoever ends it from outside, by cancelling it for example, ends the call with it. */
final class PendingAnswer<T> extends CompletableFuture<T> {
    private volatile @Nullable Call call;

    void belongsTo(Call made) {
        call = made;
    }

    @Override
    public boolean cancel(boolean mayInterrupt) {
        boolean cancelled = super.cancel(mayInterrupt);
        if (cancelled) endCall();
        return cancelled;
    }

    @Override
    public boolean complete(T value) {
        boolean first = super.complete(value);
        if (first) endCall();
        return first;
    }

    @Override
    public boolean completeExceptionally(Throwable reason) {
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
        return super.complete(value);
    }

    void fail(ClientException reason) {
        call = null;
        super.completeExceptionally(reason);
    }

    /** Stages made from it are plain ones. */
    @Override
    public <U> CompletableFuture<U> newIncompleteFuture() {
        return new CompletableFuture<>();
    }
}

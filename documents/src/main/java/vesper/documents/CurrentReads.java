package vesper.documents;

import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Coalesces the checks that this node is current. A read that must see every write acknowledged before it needs one.
 * One check is in flight at a time; reads that arrive during it share the next one, because the answer to an earlier
 * check says nothing about later acknowledgements.
 */
final class CurrentReads {
    private final Supplier<CompletableFuture<Void>> asking;
    private boolean isAsking;
    private @Nullable CompletableFuture<Void> next;

    CurrentReads(Supplier<CompletableFuture<Void>> asking) {
        this.asking = asking;
    }

    CompletableFuture<Void> next() {
        CompletableFuture<Void> mine;
        synchronized (this) {
            if (next == null) next = new CompletableFuture<>();
            mine = next;
            if (isAsking) return mine.copy();
            isAsking = true;
            next = null;
        }
        ask(mine);
        return mine.copy();
    }

    private void ask(CompletableFuture<Void> these) {
        var _ = asking.get().whenComplete((_, failure) -> {
            if (failure == null) these.complete(null);
            else these.completeExceptionally(failure);
            CompletableFuture<Void> following;
            synchronized (this) {
                following = next;
                next = null;
                isAsking = following != null;
            }
            if (following != null) ask(following);
        });
    }
}

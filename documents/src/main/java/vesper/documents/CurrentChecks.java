package vesper.documents;

import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Coalesces the checks that this node is current. A read that must see every write acknowledged before it needs one.
 * One check is in flight at a time; reads that arrive during it share the next one, because the answer to an earlier
 * check says nothing about later acknowledgements.
 */
final class CurrentChecks {
    private final Supplier<CompletableFuture<Void>> check;
    private boolean isChecking;
    private @Nullable CompletableFuture<Void> next;

    CurrentChecks(Supplier<CompletableFuture<Void>> asking) {
        this.check = asking;
    }

    CompletableFuture<Void> next() {
        CompletableFuture<Void> mine;
        synchronized (this) {
            if (next == null) next = new CompletableFuture<>();
            mine = next;
            if (isChecking) return mine.copy();
            isChecking = true;
            next = null;
        }
        start(mine);
        return mine.copy();
    }

    private void start(CompletableFuture<Void> these) {
        var _ = check.get().whenComplete((_, failure) -> {
            if (failure == null) these.complete(null);
            else these.completeExceptionally(failure);
            CompletableFuture<Void> following;
            synchronized (this) {
                following = next;
                next = null;
                isChecking = following != null;
            }
            if (following != null) start(following);
        });
    }
}

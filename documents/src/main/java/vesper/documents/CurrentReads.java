package vesper.documents;

import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Readers that want to see all that was acknowledged before they asked. One question is on its way for them at a time; those
 * who ask meanwhile share the next one, since the answer to an earlier one says nothing of what was acknowledged since.
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

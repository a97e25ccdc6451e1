package vesper.peers.documents;

import java.util.concurrent.CompletableFuture;

/**
 * Receives the outcome of one request: one of its methods is called once, on any thread, possibly before the call that
 * sent the request returns.
 */
public interface RequestCallback {
    void succeeded();

    void failed(Throwable failure);

    /** Returns a callback that completes a future. */
    static RequestCallback completing(CompletableFuture<Void> future) {
        return new RequestCallback() {
            @Override
            public void succeeded() {
                future.complete(null);
            }

            @Override
            public void failed(Throwable failure) {
                future.completeExceptionally(failure);
            }
        };
    }
}

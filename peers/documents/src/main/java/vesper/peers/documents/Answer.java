package vesper.peers.documents;

import org.jspecify.annotations.Nullable;

/**
 * Receives the outcome of one request: called once, on any thread, possibly before the call that sent the request
 * returns.
 */
@FunctionalInterface
public interface Answer {
    /** @param failure null if the request succeeded */
    void done(@Nullable Throwable failure);
}

package vesper.peers.documents;

import org.jspecify.annotations.Nullable;

/** Takes what comes of one request: called once, on any thread, perhaps before the request's call returns. */
@FunctionalInterface
public interface Answer {
    /** @param failure null where the request did what was asked */
    void done(@Nullable Throwable failure);
}

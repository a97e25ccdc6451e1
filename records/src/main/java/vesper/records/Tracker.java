package vesper.records;

import java.util.Optional;
import org.jspecify.annotations.Nullable;
import vesper.http.Request;

/** Static access to the transaction of the current request. */
public final class Tracker {
    private Tracker() {}

    /**
     * Returns the transaction of the request that the calling thread handles. Returns a transaction that ignores every
     * call if the thread handles no request, the Tracker is off or no rule selects the request.
     */
    public static Transaction current() {
        return Request.current().flatMap(Tracker::of).orElse(NoTransaction.NONE);
    }

    /**
     * Begins a separate transaction within the request that the calling thread handles, whether or not that request is
     * tracked itself. On a thread that handles no request the result ignores every call; use {@link Transactions}
     * there.
     *
     * @param type the business type, such as {@code order}; null is treated as empty
     */
    public static OpenTransaction begin(@Nullable String type) {
        return Request.current()
                .map(request -> request.get(Tracking.SLOT))
                .map(tracking -> tracking.begin(type))
                .orElse(NoTransaction.NONE);
    }

    private static Optional<Transaction> of(Request request) {
        Tracking tracking = request.get(Tracking.SLOT);
        return tracking == null ? Optional.empty() : tracking.transaction(request);
    }

    /** Returns a transaction that ignores every call. */
    public static OpenTransaction none() {
        return NoTransaction.NONE;
    }
}

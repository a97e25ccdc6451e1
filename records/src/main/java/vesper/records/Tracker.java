package vesper.records;

import java.util.Optional;
import org.jspecify.annotations.Nullable;
import vesper.http.Request;

/** Where code finds the transaction that it is a part of, or begins one of its own. */
public final class Tracker {
    private Tracker() {}

    /**
     * The transaction of the request that the calling thread handles. Where there is none, since the Tracker is off, no
     * rule wants the request or the thread handles none, what is said to it goes nowhere.
     */
    public static Transaction current() {
        return Request.current().flatMap(Tracker::of).orElse(NoTransaction.NONE);
    }

    /**
     * Begins a transaction of its own while a request is handled, whether that is tracked or not. On other threads it
     * goes nowhere; {@link Transactions} is for them.
     *
     * @param type what kind of business it is: {@code order}; null is as if it were empty
     */
    public static OpenTransaction begin(@Nullable String type) {
        return Request.current().map(Request::note).orElse(null) instanceof Tracking tracking
                ? tracking.begin(type)
                : NoTransaction.NONE;
    }

    private static Optional<Transaction> of(Request request) {
        return request.note() instanceof Tracking tracking ? tracking.transaction(request) : Optional.empty();
    }

    /** Stands where nothing is tracked. */
    public static OpenTransaction none() {
        return NoTransaction.NONE;
    }
}

package vesper.records;

import vesper.http.Request;

/** Where code finds the transaction that it is a part of. */
public final class Tracker {
    private Tracker() {}

    /**
     * The transaction of the request that the calling thread handles. Where there is none, since the Tracker is off, no
     * rule wants the request or the thread handles none, what is said to it goes nowhere.
     */
    public static Transaction current() {
        return Request.current().map(Tracker::of).orElse(NoTransaction.NONE);
    }

    private static Transaction of(Request request) {
        return request.note() instanceof Tracking tracking
                ? tracking.transaction(request).orElse(NoTransaction.NONE)
                : NoTransaction.NONE;
    }
}

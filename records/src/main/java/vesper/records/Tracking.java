package vesper.records;

import java.util.Optional;
import vesper.http.FailureWitness;
import vesper.http.Request;
import vesper.http.Slot;

/**
 * Gives access to the transactions of a request while the Monitor or the Tracker may record it; kept in its {@link
 * #SLOT}.
 */
public interface Tracking extends Transactions, FailureWitness {
    Slot<Tracking> SLOT = Slot.of(Tracking.class, 1);

    /** Makes this the tracking of a request, and the witness of its failure. */
    default void attachTo(Request request) {
        request.set(SLOT, this);
        request.set(FailureWitness.SLOT, this);
    }

    /** Returns the transaction of the request itself, or empty if no rule of the Tracker selects the request. */
    Optional<Transaction> transaction(Request request);
}

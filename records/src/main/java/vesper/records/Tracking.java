package vesper.records;

import java.util.Optional;
import vesper.http.FailureWitness;
import vesper.http.Request;

/** The {@linkplain Request#note() note} that a request carries while the Monitor or the Tracker may record it. */
public interface Tracking extends Transactions, FailureWitness {
    /** Returns the transaction of the request itself, or empty if no rule of the Tracker selects the request. */
    Optional<Transaction> transaction(Request request);
}

package vesper.records;

import java.util.Optional;
import vesper.http.FailureWitness;
import vesper.http.Request;

/** What a request carries along as its {@linkplain Request#note() note} while anything may be recorded. */
public interface Tracking extends Transactions, FailureWitness {
    /** The transaction that the request is; empty where no rule of the Tracker wants it. */
    Optional<Transaction> transaction(Request request);
}

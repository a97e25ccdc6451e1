package vesper.records;

import org.jspecify.annotations.Nullable;

/**
 * A transaction that runs: what code says of it is kept with it, and found by searching. Every method may be called by
 * any thread until the transaction is over; what comes later is dropped, and so is what goes beyond
 * {@value #MOST_ADDITIONS} additions or {@value #MOST_BYTES} bytes of them, which is marked. Nothing here throws: what
 * is not understood is kept as its text.
 */
public interface Transaction {
    int MOST_ADDITIONS = 1000;
    int MOST_BYTES = 256 << 10;

    /** A UUID of version 7 as text; empty where nothing is tracked. */
    String id();

    /** What kind of business it is: {@code order}. */
    Transaction type(String type);

    /** What others call it: {@code PO-17}. */
    Transaction externalId(String externalId);

    Transaction sender(String sender);

    Transaction receiver(String receiver);

    /** It has come to this state. */
    default Transaction state(String name) {
        return state(name, null);
    }

    /**
     * It has come to this state, with what it is about: text and bytes as they are, other values as JSON; null for
     * nothing.
     */
    Transaction state(String name, @Nullable Object payload);

    /** A property of it, to be searched for as {@code prop.name:value}. */
    Transaction put(String name, @Nullable Object value);

    /** A line in its log. */
    Transaction log(String line);

    /** It belongs together with another one. */
    Transaction link(String relation, String otherId);
}

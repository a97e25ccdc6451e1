package vesper.records;

import org.jspecify.annotations.Nullable;

/**
 * A transaction that runs: what code says of it is kept with it, and found by searching. Every method may be called by
 * any thread until the transaction is over; what comes later is dropped, and so is what goes beyond
 * {@value #MOST_ADDITIONS} additions or {@value #MOST_BYTES} bytes of them, which is marked.
 *
 * <p>Nothing here throws, since no request may be answered otherwise for being tracked: null is as if it were empty, a
 * payload of which no JSON can be made is kept as its text with the reason, and where that fails too the reason alone.
 */
public interface Transaction {
    int MOST_ADDITIONS = 1000;
    int MOST_BYTES = 256 << 10;

    /** A UUID of version 7 as text; empty where nothing is tracked. */
    String id();

    /** What kind of business it is: {@code order}. */
    Transaction type(@Nullable String type);

    /** What others call it: {@code PO-17}. */
    Transaction externalId(@Nullable String externalId);

    Transaction sender(@Nullable String sender);

    Transaction receiver(@Nullable String receiver);

    /** It has come to this state. */
    default Transaction state(@Nullable String name) {
        return state(name, null);
    }

    /**
     * It has come to this state, with what it is about: text and bytes as they are, other values as JSON; null for
     * nothing.
     */
    Transaction state(@Nullable String name, @Nullable Object payload);

    /** A property of it, to be searched for as {@code prop.name:value}. */
    Transaction put(@Nullable String name, @Nullable Object value);

    /** A line in its log. */
    Transaction log(@Nullable String line);

    /** It belongs together with another one. */
    Transaction link(@Nullable String relation, @Nullable String otherId);
}

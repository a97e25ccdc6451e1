package vesper.records;

import org.jspecify.annotations.Nullable;

/**
 * A running transaction. Whatever code adds to it is stored with it and can be searched. All methods are safe for use
 * by any thread until the transaction ends; later additions are dropped. Additions beyond {@value #MOST_ADDITIONS} or
 * beyond {@value #MOST_BYTES} bytes in total are dropped too, and a log line in the transaction says so.
 *
 * <p>No method throws, because tracking must never change the outcome of a request. Null is treated as empty. A payload
 * that cannot be converted to JSON is stored as its text along with the reason; if converting it to text fails too,
 * only the reason is stored.
 */
public interface Transaction {
    int MOST_ADDITIONS = 1000;
    int MOST_BYTES = 256 << 10;

    /** Returns the id, a UUID of version 7 as text, or an empty string if nothing is tracked. */
    String id();

    /** Sets the business type, such as {@code order}. */
    Transaction type(@Nullable String type);

    /** Sets the identifier that other systems use, such as {@code PO-17}. */
    Transaction externalId(@Nullable String externalId);

    Transaction sender(@Nullable String sender);

    Transaction receiver(@Nullable String receiver);

    /** Sets the current state. */
    default Transaction state(@Nullable String name) {
        return state(name, null);
    }

    /**
     * Sets the current state and stores a payload with it: text and bytes as they are, other values as JSON, nothing
     * for null.
     */
    Transaction state(@Nullable String name, @Nullable Object payload);

    /** Sets a property, which can be searched as {@code prop.name:value}. */
    Transaction put(@Nullable String name, @Nullable Object value);

    /** Appends a line to the log of this transaction. */
    Transaction log(@Nullable String line);

    /** Links this transaction to another one. */
    Transaction link(@Nullable String relation, @Nullable String otherId);
}

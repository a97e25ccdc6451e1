package vesper.records;

import org.jspecify.annotations.Nullable;

/**
 * A transaction that code begins and must close. Every addition survives a crash of the process as soon as the call has
 * returned. A transaction that is never closed keeps its last state.
 */
public interface OpenTransaction extends Transaction, AutoCloseable {
    /** Marks the transaction as failed: it ends in the state {@code ERROR}, and the exception is recorded as text. */
    OpenTransaction failed(@Nullable Throwable why);

    /**
     * Ends the transaction in the state {@code PROCESSED}, or {@code ERROR} after {@link #failed}. Closing it again has
     * no effect.
     */
    @Override
    void close();
}

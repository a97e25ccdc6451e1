package vesper.records;

import org.jspecify.annotations.Nullable;

/**
 * A transaction that code began, and ends. What is said of it survives the end of the process as soon as the call has
 * returned. One that is never closed stays in the state that it was in.
 */
public interface OpenTransaction extends Transaction, AutoCloseable {
    /** It went wrong: it ends in the state {@code ERROR}, with what was thrown as text. */
    OpenTransaction failed(@Nullable Throwable why);

    /** It is over: {@code PROCESSED}, or {@code ERROR} where it {@linkplain #failed failed}. Closing it again does nothing. */
    @Override
    void close();
}

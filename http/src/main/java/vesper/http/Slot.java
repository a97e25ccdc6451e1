package vesper.http;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A typed place in each request for a value that one module keeps there. Requests have a fixed number of places, so a
 * value costs no allocation. A slot is a constant of the module that owns it; {@link FailureWitness#SLOT} is an
 * example.
 *
 * @param <T> type of the values
 */
public final class Slot<T> {
    /** Number of slots of a request. */
    public static final int COUNT = 4;

    private final Class<T> type;
    private final int index;

    private Slot(Class<T> type, int index) {
        this.type = type;
        this.index = index;
    }

    /**
     * Returns the slot at a place.
     *
     * @param index below {@link #COUNT}, and that of no other slot in the program. This module uses 0
     */
    public static <T> Slot<T> of(Class<T> type, int index) {
        return new Slot<>(type, Objects.checkIndex(index, COUNT));
    }

    int index() {
        return index;
    }

    @Nullable
    T cast(@Nullable Object value) {
        return type.cast(value);
    }
}

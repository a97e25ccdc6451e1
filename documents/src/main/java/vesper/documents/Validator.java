package vesper.documents;

import java.util.List;

/**
 * Checks every value before it is stored, on the thread that stores it. Several threads may call it at the same time.
 */
@FunctionalInterface
public interface Validator<T> {
    /** Returns everything that is wrong with the value; empty if it is valid. */
    List<Refusal> problems(T value);

    static <T> Validator<T> none() {
        return _ -> List.of();
    }
}

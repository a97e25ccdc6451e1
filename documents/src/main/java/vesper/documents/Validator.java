package vesper.documents;

import java.util.List;

/** Looks at every value before it is stored, on the thread that stores it; others may ask at the same time. */
@FunctionalInterface
public interface Validator<T> {
    /** All that is wrong with it; empty where nothing is. */
    List<Refusal> problems(T value);

    static <T> Validator<T> none() {
        return _ -> List.of();
    }
}

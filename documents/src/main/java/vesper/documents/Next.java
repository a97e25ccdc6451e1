package vesper.documents;

import java.util.List;

/** The result of a {@link Decision}. */
public sealed interface Next<T> {
    /** The value becomes the next version. */
    record Stored<T>(T value) implements Next<T> {}

    record Deleted<T>() implements Next<T> {}

    record Unchanged<T>() implements Next<T> {}

    record Refused<T>(List<Refusal> reasons) implements Next<T> {}
}

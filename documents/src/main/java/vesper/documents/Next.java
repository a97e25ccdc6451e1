package vesper.documents;

import java.util.List;

/** What a {@link Decision} makes of a document. */
public sealed interface Next<T> {
    /** This becomes the next version. */
    record Stored<T>(T value) implements Next<T> {}

    record Deleted<T>() implements Next<T> {}

    record Unchanged<T>() implements Next<T> {}

    record Refused<T>(List<Refusal> reasons) implements Next<T> {}
}

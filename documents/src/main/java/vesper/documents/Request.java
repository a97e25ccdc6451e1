package vesper.documents;

import java.util.Optional;

/** One write of a batch; {@code expected} is empty for any version. */
public sealed interface Request<T> {
    DocumentId id();

    record Create<T>(DocumentId id, T value) implements Request<T> {}

    record Put<T>(DocumentId id, Optional<Version> expected, T value) implements Request<T> {}

    record Delete<T>(DocumentId id, Optional<Version> expected) implements Request<T> {}
}

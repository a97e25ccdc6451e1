package vesper.records.store;

import java.io.Closeable;
import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Closes several resources. Each one is closed even if others fail, and the first failure is kept. */
final class ResourceCloser {
    private ResourceCloser() {}

    /**
     * Closes all resources.
     *
     * @throws IOException the first failure, with later ones suppressed; unchecked exceptions and errors are thrown
     *     likewise
     */
    static void all(List<? extends Closeable> things) throws IOException {
        Throwable first = closed(things, null);
        switch (first) {
            case null -> {}
            case IOException failed -> throw failed;
            case RuntimeException failed -> throw failed;
            case Error failed -> throw failed;
            default -> throw new IllegalStateException(first);
        }
    }

    /** Closes resources after a failure and adds further failures to it as suppressed exceptions. */
    static void allAfter(Throwable why, List<? extends Closeable> things) {
        var _ = closed(things, why);
    }

    private static @Nullable Throwable closed(List<? extends Closeable> things, @Nullable Throwable before) {
        Throwable first = before;
        for (Closeable thing : things) {
            try {
                thing.close();
            } catch (IOException | RuntimeException | Error failed) {
                if (first == null) first = failed;
                else if (!first.equals(failed)) first.addSuppressed(failed);
            }
        }
        return first;
    }
}

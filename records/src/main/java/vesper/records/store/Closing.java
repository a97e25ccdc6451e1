package vesper.records.store;

import java.io.Closeable;
import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Closing many things: each is closed whatever becomes of the others, and the first failure is not lost. */
final class Closing {
    private Closing() {}

    /** @throws IOException the first failure, with the others as suppressed ones; also unchecked ones and errors */
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

    /** What fails now is added to why it is closed. */
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

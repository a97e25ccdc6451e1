package vesper.services.endpoints;

import java.io.IOException;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Supplier;
import vesper.documents.Storage;
import vesper.documents.Write;
import vesper.http.files.DiskThreads;

/**
 * Calls a collection from threads that event loops carry: whatever may look at the disk is done by those who wait for
 * disks, and the wait for a sync parks the caller alone, so that many writes share one.
 */
final class StoreCalls {
    /** Empty for documents in memory. */
    private final Optional<DiskThreads> disk;

    StoreCalls(Storage storage, DiskThreads threads) {
        this.disk = storage == Storage.MEMORY ? Optional.empty() : Optional.of(threads);
    }

    <R> R read(Supplier<R> reading) throws IOException {
        return disk.isPresent() ? disk.get().call(reading::get) : reading.get();
    }

    /** Begins a write and waits until it is acknowledged. */
    Write write(Supplier<CompletableFuture<Write>> beginning) throws IOException {
        return await(read(beginning));
    }

    static <R> R await(CompletableFuture<R> begun) {
        try {
            return begun.join();
        } catch (CompletionException failure) {
            switch (failure.getCause()) {
                case RuntimeException why -> throw why;
                case Error why -> throw why;
                case null, default -> throw failure;
            }
        }
    }
}

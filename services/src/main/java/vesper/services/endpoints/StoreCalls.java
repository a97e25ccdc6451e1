package vesper.services.endpoints;

import java.io.IOException;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import vesper.documents.DocumentCollection;
import vesper.documents.DocumentId;
import vesper.documents.Storage;
import vesper.documents.Write;
import vesper.http.files.DiskThreads;

/**
 * Calls a collection from threads that run on event loops. Disk threads do everything that may access the disk. The
 * wait for a sync parks only the calling virtual thread, which allows many writes to share one sync.
 */
final class StoreCalls {
    /** Maximum number of attempts, since another update may lock the document as soon as it is unlocked. */
    private static final int MAX_ATTEMPTS = 10;

    /** Empty for collections in memory. */
    private final Optional<DiskThreads> disk;
    /** True if a write's outcome is awaited while the document is locked, which takes longer than a disk access. */
    private final boolean isReplicated;

    StoreCalls(Storage storage, DiskThreads threads) {
        this.disk = storage == Storage.MEMORY ? Optional.empty() : Optional.of(threads);
        this.isReplicated = storage == Storage.REPLICATED;
    }

    <R> R read(Supplier<R> reader) throws IOException {
        return disk.isPresent() ? disk.get().call(reader::get) : reader.get();
    }

    /**
     * Starts a write and waits until it is acknowledged. The wait for the document's lock, which a service may hold for
     * long, is on the calling thread and not on one of the few disk threads.
     */
    Write write(DocumentCollection<?> documents, DocumentId id, Supplier<CompletableFuture<Write>> write)
            throws IOException {
        if (disk.isEmpty()) return await(write.get());
        if (isReplicated) {
            // Loads the document into memory for the write.
            disk.get().call(() -> documents.get(id));
            return await(write.get());
        }
        for (int n = 0; n < MAX_ATTEMPTS; n++) {
            Optional<Write> timeout = documents.awaitUpdate(id);
            if (timeout.isPresent()) return timeout.get();
            CompletableFuture<Write> started = disk.get()
                    .<@Nullable CompletableFuture<Write>>call(() -> documents.isBeingUpdated(id) ? null : write.get());
            if (started != null) return await(started);
        }
        return new Write.Busy();
    }

    static <R> R await(CompletableFuture<R> future) {
        try {
            return future.join();
        } catch (CompletionException failure) {
            switch (failure.getCause()) {
                case RuntimeException why -> throw why;
                case Error why -> throw why;
                case null, default -> throw failure;
            }
        }
    }
}

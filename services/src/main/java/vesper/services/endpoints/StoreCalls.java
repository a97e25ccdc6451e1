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
 * Calls a collection from threads that event loops carry: whatever may look at the disk is done by those who wait for
 * disks, and the wait for a sync parks the caller alone, so that many writes share one.
 */
final class StoreCalls {
    /** Somebody else's turn may begin whenever one has ended. */
    private static final int MOST_ATTEMPTS = 10;

    /** Empty for documents in memory. */
    private final Optional<DiskThreads> disk;
    /** Whether what comes of a write is waited for while it is the document's turn, which is longer than for a disk. */
    private final boolean isReplicated;

    StoreCalls(Storage storage, DiskThreads threads) {
        this.disk = storage == Storage.MEMORY ? Optional.empty() : Optional.of(threads);
        this.isReplicated = storage == Storage.REPLICATED;
    }

    <R> R read(Supplier<R> reading) throws IOException {
        return disk.isPresent() ? disk.get().call(reading::get) : reading.get();
    }

    /**
     * Begins a write and waits until it is acknowledged. What a service does with the document meanwhile may take long:
     * that is waited for here, so that it keeps none of the few threads that wait for disks.
     */
    Write write(DocumentCollection<?> documents, DocumentId id, Supplier<CompletableFuture<Write>> beginning)
            throws IOException {
        if (disk.isEmpty()) return await(beginning.get());
        if (isReplicated) {
            // So that it is in memory for who writes it.
            disk.get().call(() -> documents.get(id));
            return await(beginning.get());
        }
        for (int n = 0; n < MOST_ATTEMPTS; n++) {
            Optional<Write> gaveUp = documents.awaitTurn(id);
            if (gaveUp.isPresent()) return gaveUp.get();
            CompletableFuture<Write> begun = disk.get()
                    .<@Nullable CompletableFuture<Write>>call(() -> documents.isInTurn(id) ? null : beginning.get());
            if (begun != null) return await(begun);
        }
        return new Write.Busy();
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

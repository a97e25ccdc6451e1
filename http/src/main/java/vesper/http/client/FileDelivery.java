package vesper.http.client;

import java.io.IOException;
import java.nio.file.AtomicMoveNotSupportedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/**
 * A download that writes a response to a temporary file and moves it into place when it is complete, so that no reader
 * sees a part of it.
 */
final class FileDelivery {
    private FileDelivery() {}

    static CompletableFuture<SavedResponse> of(CompletableFuture<StreamedResponse> streamed, Path file) {
        CompletableFuture<SavedResponse> saved = new CompletableFuture<>();
        var _ = saved.whenComplete((_, _) -> streamed.cancel(true));
        var _ = streamed.whenComplete((response, failure) -> {
            if (failure != null) saved.completeExceptionally(failure);
            else Thread.ofVirtual().name("http client download").start(() -> save(response, file, saved));
        });
        return saved;
    }

    private static void save(StreamedResponse response, Path file, CompletableFuture<SavedResponse> saved) {
        // A caller that cancels must not wait for the server's next byte.
        var _ = saved.whenComplete((_, _) -> closed(response));
        try (response) {
            saved.complete(written(response, file));
        } catch (IOException | RuntimeException e) {
            saved.completeExceptionally(e);
        }
    }

    private static void closed(StreamedResponse response) {
        try {
            response.close();
        } catch (IOException e) {
            // It is closed all the same.
        }
    }

    private static SavedResponse written(StreamedResponse response, Path file) throws IOException {
        if (response.status() / 100 != 2)
            return new SavedResponse(response.status(), response.headers(), Optional.empty(), 0);
        Path folder = file.toAbsolutePath().getParent();
        Path part = Files.createTempFile(folder, "." + file.getFileName(), ".part");
        try {
            long bytes = Files.copy(response.stream(), part, StandardCopyOption.REPLACE_EXISTING);
            move(part, file);
            return new SavedResponse(response.status(), response.headers(), Optional.of(file), bytes);
        } finally {
            Files.deleteIfExists(part);
        }
    }

    private static void move(Path part, Path file) throws IOException {
        try {
            Files.move(part, file, StandardCopyOption.ATOMIC_MOVE);
        } catch (AtomicMoveNotSupportedException e) {
            Files.move(part, file, StandardCopyOption.REPLACE_EXISTING);
        }
    }
}

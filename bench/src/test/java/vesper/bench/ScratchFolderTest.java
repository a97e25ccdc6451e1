package vesper.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
@DisplayNameGeneration(ReplaceUnderscores.class)
class ScratchFolderTest {
    private static final int FOLDERS = 40;
    private static final int FILES = 25;

    @TempDir
    Path parent;

    @Test
    void it_goes_with_all_that_is_in_it_and_links_lead_nowhere() throws Exception {
        Path kept =
                Files.writeString(Files.createDirectory(parent.resolve("kept")).resolve("a"), "a");
        ScratchFolder scratch = ScratchFolder.in(parent);
        Files.createSymbolicLink(scratch.path().resolve("out"), kept.getParent());
        Files.createSymbolicLink(scratch.path().resolve("nowhere"), parent.resolve("nowhere"));
        scratch.close();
        assertThat(scratch.path()).doesNotExist();
        assertThat(kept).exists();
    }

    @Test
    void what_somebody_else_deletes_meanwhile_is_gone_too_and_no_failure() throws Exception {
        ScratchFolder scratch = ScratchFolder.in(parent);
        for (int folder = 0; folder < FOLDERS; folder++) {
            Path inner = Files.createDirectory(scratch.path().resolve("f" + folder));
            for (int file = 0; file < FILES; file++) Files.createFile(inner.resolve("x" + file));
        }
        Thread other = Thread.ofPlatform().start(() -> deleteFrom(scratch.path()));
        scratch.close();
        other.join();
        assertThat(scratch.path()).doesNotExist();
    }

    /** Deletes the same files in the opposite order. */
    private static void deleteFrom(Path path) {
        try {
            for (int folder = FOLDERS - 1; folder >= 0; folder--) {
                Path inner = path.resolve("f" + folder);
                for (int file = FILES - 1; file >= 0; file--) Files.deleteIfExists(inner.resolve("x" + file));
                Files.deleteIfExists(inner);
            }
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }
}

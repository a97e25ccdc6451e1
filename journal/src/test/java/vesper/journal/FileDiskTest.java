package vesper.journal;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FileDiskTest extends DiskContract {
    @TempDir
    Path folder;

    private FileDisk disk;

    @BeforeEach
    void open() throws IOException {
        disk = FileDisk.open(folder.resolve("a/new/folder"));
    }

    @AfterEach
    void close() throws IOException {
        disk.close();
    }

    @Override
    Disk disk() {
        return disk;
    }

    @Test
    void a_folder_is_opened_once() {
        for (int i = 0; i < 3; i++) {
            assertThatThrownBy(() -> FileDisk.open(folder.resolve("a/../a/new/folder")))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("already open");
        }
    }

    @Test
    void a_refused_opening_leaves_the_lock_of_whoever_has_the_folder() throws Exception {
        assertThatThrownBy(() -> FileDisk.open(folder.resolve("a/new/folder"))).isInstanceOf(IOException.class);

        assertThat(exitCodeOf(folder.resolve("a/new/folder"))).isEqualTo(1);
        disk.close();
        assertThat(exitCodeOf(folder.resolve("a/new/folder"))).isZero();
    }

    @Test
    void a_folder_that_something_else_has_locked_can_be_opened_later() throws Exception {
        Path lock = folder.resolve("a/new/folder/lock");
        disk.close();
        try (FileChannel other = FileChannel.open(lock, StandardOpenOption.WRITE);
                FileLock _ = other.lock()) {
            assertThatThrownBy(() -> FileDisk.open(folder.resolve("a/new/folder")))
                    .isInstanceOf(OverlappingFileLockException.class);
        }
        FileDisk.open(folder.resolve("a/new/folder")).close();
    }

    @Test
    void a_folder_that_was_deleted_or_replaced_is_noticed() throws IOException {
        Path at = folder.resolve("a/new/folder");
        assertThat(disk.isInPlace()).isTrue();

        Files.move(at, folder.resolve("moved"));
        assertThat(disk.isInPlace()).isFalse();
        try (FileDisk _ = FileDisk.open(folder.resolve("other"))) {
            Files.createDirectory(at);
            Files.copy(folder.resolve("other/lock"), at.resolve("lock"));
        }
        assertThat(disk.isInPlace()).isFalse();

        Files.delete(at.resolve("lock"));
        Files.delete(at);
        Files.move(folder.resolve("moved"), at);
        assertThat(disk.isInPlace()).isTrue();
    }

    @Test
    void a_file_that_cannot_be_made_is_not_left_behind() throws IOException {
        assertThatThrownBy(() -> disk.create(1, -1)).isInstanceOf(IllegalArgumentException.class);
        assertThat(disk.segments()).isEmpty();
        disk.create(1, 1024).close();
    }

    @Test
    void other_files_in_the_folder_are_left_alone() throws IOException {
        Files.writeString(folder.resolve("a/new/folder/readme.txt"), "mine");
        Files.writeString(folder.resolve("a/new/folder/1.journal"), "mine");

        assertThat(disk.segments()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"--enable-native-access=ALL-UNNAMED", "--illegal-native-access=deny"})
    void room_is_claimed_with_native_code_and_without(String flag) throws Exception {
        Path at = folder.resolve("claimed");
        assertThat(exitCodeOf(Java.start(flag, Claimer.class, at.toString()))).isZero();

        Path file = at.resolve(Segment.fileName(1));
        assertThat(Files.readAllBytes(file)).hasSize(Claimer.SIZE_BYTES).containsOnly(0);
        // A hole would have to be filled later, when there may be no room.
        assertThat(blockBytes(file)).isGreaterThanOrEqualTo(Claimer.SIZE_BYTES);
    }

    @Test
    void room_that_is_not_there_is_refused_without_writing_to_its_last_byte() throws IOException {
        Path file = Files.createFile(folder.resolve("large"));
        assumeTrue(Fallocate.allocate(file, 1), "this system claims no room");
        assertThatThrownBy(() -> Fallocate.allocate(file, 1L << 50)).isInstanceOf(IOException.class);
    }

    private static long blockBytes(Path file) throws Exception {
        Process stat = new ProcessBuilder("stat", "-c", "%b %B", file.toString()).start();
        String[] blocks = new String(stat.getInputStream().readAllBytes(), US_ASCII)
                .strip()
                .split(" ");
        assertThat(stat.waitFor()).isZero();
        return Long.parseLong(blocks[0]) * Long.parseLong(blocks[1]);
    }

    static List<String> numbers(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.map(file -> file.getFileName().toString())
                    .filter(name -> name.endsWith(".journal"))
                    .toList();
        }
    }

    /** Opens the journal in another process. Returns 0 if that succeeded. */
    private static int exitCodeOf(Path folder) throws Exception {
        return exitCodeOf(Java.start(Opener.class, folder.toString()));
    }

    private static int exitCodeOf(Process process) throws InterruptedException {
        try {
            return process.waitFor();
        } finally {
            process.destroyForcibly();
        }
    }

    static final class Opener {
        public static void main(String[] arguments) {
            try {
                FileDisk.open(Path.of(arguments[0]));
            } catch (IOException refused) {
                System.exit(1);
            }
        }
    }

    static final class Claimer {
        static final int SIZE_BYTES = 3 << 20;

        public static void main(String[] arguments) throws IOException {
            try (FileDisk disk = FileDisk.open(Path.of(arguments[0]))) {
                disk.create(1, SIZE_BYTES).close();
            }
        }
    }
}

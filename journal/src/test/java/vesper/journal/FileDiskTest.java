package vesper.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

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
                    .hasMessageContaining("open already");
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
    void other_files_in_the_folder_are_left_alone() throws IOException {
        Files.writeString(folder.resolve("a/new/folder/readme.txt"), "mine");
        Files.writeString(folder.resolve("a/new/folder/1.journal"), "mine");

        assertThat(disk.segments()).isEmpty();
    }

    static List<String> numbers(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.map(file -> file.getFileName().toString())
                    .filter(name -> name.endsWith(".journal"))
                    .toList();
        }
    }

    /** Another process that opens the journal: 0 where it could. */
    private static int exitCodeOf(Path folder) throws Exception {
        Process process = Java.start(Opener.class, folder.toString());
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
}

package vesper.launcher.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Locking by several servers of one process; {@code ProcessTest} covers several processes. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class DataLockTest {
    @TempDir
    Path folder;

    @Test
    void a_second_server_of_the_same_process_is_refused_and_the_first_keeps_its_lock() throws Exception {
        try (DataLock _ = DataLock.of(folder)) {
            Path link = Files.createSymbolicLink(folder.resolve("link"), folder);
            for (Path same : new Path[] {folder, folder.resolve("../" + folder.getFileName()), link}) {
                assertThatThrownBy(() -> DataLock.of(same))
                        .isInstanceOf(CannotStartException.class)
                        .hasMessageContaining(same.toString())
                        .hasMessageContaining("(pid " + ProcessHandle.current().pid() + ")");
            }
            try (FileChannel other = FileChannel.open(folder.resolve(DataLock.FILE), StandardOpenOption.WRITE)) {
                assertThatThrownBy(other::tryLock).isInstanceOf(OverlappingFileLockException.class);
            }
        }
    }

    @Test
    void a_folder_is_free_again_when_its_server_has_stopped() throws Exception {
        for (int i = 0; i < 3; i++) {
            try (DataLock _ = DataLock.of(folder)) {
                assertThat(folder.resolve(DataLock.FILE))
                        .hasContent(String.valueOf(ProcessHandle.current().pid()));
            }
        }
    }

    @Test
    void a_lock_that_is_a_link_is_not_followed() throws Exception {
        Path elsewhere = Files.writeString(folder.resolve("elsewhere"), "precious");
        Files.createSymbolicLink(folder.resolve(DataLock.FILE), elsewhere);

        assertThatThrownBy(() -> DataLock.of(folder))
                .isInstanceOf(CannotStartException.class)
                .hasMessageContaining("cannot be locked");
        assertThat(elsewhere).hasContent("precious");
    }
}

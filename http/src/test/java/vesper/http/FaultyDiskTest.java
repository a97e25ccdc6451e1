package vesper.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import vesper.http.files.DiskThreads;
import vesper.http.files.StaticFiles;
import vesper.testing.Eventually;
import vesper.testing.FaultyDisk;

/** Responses for files that may not be read, are being deleted, or lie on a failing disk. */
@DisplayNameGeneration(ReplaceUnderscores.class)
@Timeout(30)
class FaultyDiskTest {
    @TempDir
    Path folder;

    private final DiskThreads disk = DiskThreads.start(2);
    private Path root;

    @BeforeEach
    void write() throws IOException {
        root = folder.toRealPath();
        Files.writeString(root.resolve("ok.txt"), "plain");
    }

    @AfterEach
    void stop() {
        disk.close();
    }

    private Answer get(String path, FaultyDisk.Faults faults) throws IOException {
        Path faulty = FaultyDisk.at(root, faults);
        try (HttpServer server = Mode.VIRTUAL.start(StaticFiles.ofFolder("/", faulty, disk));
                Client client = Client.connect(server)) {
            return client.send("GET " + path + " HTTP/1.1\r\nHost: a\r\nAccept-Encoding: gzip\r\n\r\n")
                    .read();
        }
    }

    private static FaultyDisk.Faults unreadable(String name) {
        return (act, file) -> {
            if (act != FaultyDisk.Act.LOOK && file.endsWith(name)) throw new AccessDeniedException(file.toString());
        };
    }

    private FaultyDisk.Faults deletedBeforeItIsRead(String name) {
        return (act, file) -> {
            if (act == FaultyDisk.Act.OPEN && file.endsWith(name)) Files.deleteIfExists(file);
        };
    }

    @Test
    void a_sibling_that_may_not_be_read_is_not_there() throws IOException {
        Files.writeString(root.resolve("ok.txt.gz"), "as gzip");
        Answer answer = get("/ok.txt", unreadable("ok.txt.gz"));
        assertThat(answer.status()).isEqualTo(200);
        assertThat(answer.text()).isEqualTo("plain");
    }

    @Test
    void a_sibling_that_is_deleted_before_it_is_read_is_not_there() throws IOException {
        Files.writeString(root.resolve("ok.txt.gz"), "as gzip");
        assertThat(get("/ok.txt", deletedBeforeItIsRead("ok.txt.gz")).text()).isEqualTo("plain");
    }

    @ParameterizedTest
    @ValueSource(ints = {5, 100_000})
    void a_file_that_may_not_be_read_is_not_there_however_large(int bytes) throws IOException {
        Files.write(root.resolve("ok.txt"), new byte[bytes]);
        assertThat(get("/ok.txt", unreadable("ok.txt")).status()).isEqualTo(404);
    }

    @Test
    void a_file_that_is_deleted_before_it_is_read_is_not_there() throws IOException {
        assertThat(get("/ok.txt", deletedBeforeItIsRead("ok.txt")).status()).isEqualTo(404);
    }

    @Test
    void a_file_that_is_replaced_by_a_link_before_it_is_read_is_looked_for_again() throws IOException {
        Files.writeString(root.resolve("other.txt"), "other");
        AtomicInteger opened = new AtomicInteger();
        Answer answer = get("/ok.txt", (act, file) -> {
            if (act != FaultyDisk.Act.OPEN || opened.getAndIncrement() > 0) return;
            Files.delete(file);
            Files.createSymbolicLink(file, Path.of("other.txt"));
        });
        assertThat(answer.text()).isEqualTo("other");
    }

    @ParameterizedTest
    @ValueSource(strings = {"Input/output error", "Stale file handle"})
    void a_disk_that_fails_is_our_fault_and_logged(String error) throws IOException {
        try (LogLines log = LogLines.of(HandlerCalls.class)) {
            Answer answer = get("/ok.txt", (act, file) -> {
                if (file.endsWith("ok.txt")) throw new FileSystemException(file.toString(), null, error);
            });
            assertThat(answer.status()).isEqualTo(500);
            Eventually.until("the log says so", () -> log.lines().stream().anyMatch(line -> line.startsWith("ERROR")));
        }
    }

    @Test
    void what_only_has_the_wrong_name_is_not_there() throws IOException {
        Files.createSymbolicLink(root.resolve("circle.txt"), Path.of("circle.txt"));
        try (LogLines log = LogLines.of(HandlerCalls.class)) {
            for (String name : new String[] {
                "/ok.txt/below",
                "/ok.txt/",
                "/ok.txt/far/below",
                "/circle.txt",
                "/circle.txt/below",
                "/" + "a".repeat(256),
                "/" + "%C3%A4".repeat(128),
                "/a/" + "%C3%A4".repeat(128)
            }) {
                assertThat(get(name, (_, _) -> {}).status()).as(name).isEqualTo(404);
            }
            assertThat(log.lines()).isEmpty();
        }
    }
}

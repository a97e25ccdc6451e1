package vesper.hosting;

import static org.assertj.core.api.Assertions.assertThat;
import static vesper.hosting.Server.serviceReturning;
import static vesper.hosting.Server.write;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@DisplayNameGeneration(ReplaceUnderscores.class)
class ClassCacheUseTest {
    private static final FileTime LONG_AGO = FileTime.fromMillis(1_000_000);

    private @TempDir Path folder;
    private @TempDir Path cache;

    @Test
    void the_second_start_takes_classes_from_the_cache() throws IOException {
        write(folder, "one/code/Saying.groovy", serviceReturning("one", "hi"));
        startAndClose();
        Files.setLastModifiedTime(entries().getFirst(), LONG_AGO);

        try (Server server = server()) {
            assertThat(server.wordFrom("/api/one")).isEqualTo("hi");
        }

        assertThat(Files.getLastModifiedTime(entries().getFirst())).isEqualTo(LONG_AGO);
    }

    @Test
    void an_edited_source_is_compiled_and_takes_the_place_of_what_was_cached() throws IOException {
        write(folder, "one/code/Saying.groovy", serviceReturning("one", "before"));
        startAndClose();
        write(folder, "one/code/Saying.groovy", serviceReturning("one", "after"));

        try (Server server = server()) {
            assertThat(server.wordFrom("/api/one")).isEqualTo("after");
        }

        assertThat(entries()).hasSize(1);
    }

    @Test
    void a_damaged_entry_is_compiled_again_and_rewritten() throws IOException {
        write(folder, "one/code/Saying.groovy", serviceReturning("one", "hi"));
        startAndClose();
        Path entry = entries().getFirst();
        byte[] whole = Files.readAllBytes(entry);
        byte[] damaged = whole.clone();
        damaged[damaged.length / 2] ^= 1;
        Files.write(entry, damaged);

        try (Server server = server()) {
            assertThat(server.wordFrom("/api/one")).isEqualTo("hi");
        }

        assertThat(Files.readAllBytes(entry)).isEqualTo(whole);
    }

    @Test
    void what_does_not_compile_is_not_cached() throws IOException {
        write(folder, "one/code/Saying.groovy", "class {");

        startAndClose();

        assertThat(entries()).isEmpty();
    }

    private void startAndClose() throws IOException {
        server().close();
    }

    private Server server() throws IOException {
        return Server.over(HostingSettings.of(folder).unwatched().withClassCache(cache));
    }

    private List<Path> entries() throws IOException {
        try (Stream<Path> files = Files.walk(cache)) {
            return files.filter(Files::isRegularFile).toList();
        }
    }
}

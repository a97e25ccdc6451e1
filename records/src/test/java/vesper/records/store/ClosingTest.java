package vesper.records.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import vesper.records.store.RecordStoreTest.Writer;

@DisplayNameGeneration(ReplaceUnderscores.class)
class ClosingTest {
    @Test
    void everything_is_closed_whatever_fails_and_the_first_failure_is_told_with_the_others() {
        List<String> closed = new ArrayList<>();
        List<Closeable> things = List.of(
                () -> {
                    closed.add("one");
                    throw new IllegalStateException("one");
                },
                () -> {
                    closed.add("two");
                    throw new IOException("two");
                },
                () -> closed.add("three"));
        assertThatThrownBy(() -> ResourceCloser.all(things))
                .hasMessage("one")
                .satisfies(failed -> assertThat(failed.getSuppressed())
                        .singleElement()
                        .satisfies(other -> assertThat(other).hasMessage("two")));
        assertThat(closed).containsExactly("one", "two", "three");
    }

    @Test
    void a_store_that_cannot_be_opened_keeps_no_journal(@TempDir Path folder) throws Exception {
        Path maps = Path.of("/proc/self/maps");
        assumeTrue(Files.isReadable(maps));
        try (RecordStore store = open(folder)) {
            Writer writer = new Writer(store, 2);
            for (int n = 0; n < 10_000; n++) writer.echo(n);
            assertThat(store.awaitTakenUp(Duration.ofSeconds(20))).isTrue();
        }
        // Opening fails at the last journal, which needs a new name but cannot store it. The earlier journals are open
        // by then.
        Files.delete(folder.resolve("journal-2/00000001.journal"));
        Files.createDirectories(folder.resolve("journal-2/source.new"));
        assertThatThrownBy(() -> open(folder)).isInstanceOf(IOException.class);
        try (Stream<String> mapped = Files.lines(maps)) {
            assertThat(mapped).noneMatch(line -> line.contains(folder + "/journal-"));
        }
    }

    private static RecordStore open(Path folder) throws IOException {
        return RecordStore.open(folder, 2, StoreOptions.DEFAULTS, Clock.systemUTC(), () -> false);
    }
}

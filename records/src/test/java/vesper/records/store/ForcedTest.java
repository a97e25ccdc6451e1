package vesper.records.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import vesper.records.store.RecordStoreTest.Writer;
import vesper.testing.Eventually;

@Timeout(60)
@DisplayNameGeneration(ReplaceUnderscores.class)
class ForcedTest {
    @Test
    void blocks_and_their_names_are_on_the_disk_before_a_journal_lets_go(@TempDir Path folder) throws Exception {
        Path told = Files.createTempFile("forced", ".jfr");
        Path blocks = folder.resolve("blocks");
        StoreOptions options = new StoreOptions(1 << 20, Duration.ofDays(36_500), 1L << 30, 1, 1L << 30);
        try (var recording = new Recording()) {
            recording.enable("jdk.FileForce").withThreshold(Duration.ZERO);
            recording.start();
            try (RecordStore store = RecordStore.open(folder, 1, options, Clock.systemUTC(), () -> false)) {
                Writer writer = new Writer(store, 1);
                for (int n = 0; n < 20_000; n++) writer.echo(n);
                Eventually.until(() -> Files.notExists(folder.resolve("journal-1/00000001.journal")));
            }
            recording.stop();
            recording.dump(told);
            List<Path> forced = RecordingFile.readAllEvents(told).stream()
                    .sorted(Comparator.comparing(RecordedEvent::getStartTime))
                    .map(event -> Path.of(event.getString("path")))
                    .toList();
            // The entry of the folder of blocks, the entry of the file in it, and the file's content.
            assertThat(forced).containsSubsequence(folder, blocks, blocks.resolve("00000001.blocks"));
        } finally {
            Files.delete(told);
        }
    }
}

package vesper.records.admin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import vesper.http.client.HttpClient;
import vesper.records.rules.TrackerRules;
import vesper.records.store.StoreOptions;

/** Record files that cannot be used when the server starts. */
@Timeout(60)
@DisplayNameGeneration(ReplaceUnderscores.class)
class UnusableFilesTest {
    private static final RecordingSettings ALWAYS =
            new RecordingSettings(true, true, false, List.of(), StoreOptions.DEFAULTS, 16 << 20);

    @TempDir
    Path folder;

    @Test
    void records_that_cannot_be_opened_are_no_reason_not_to_serve_and_are_told() throws Exception {
        // Fails like a read-only disk, even when the test runs as root.
        Path inTheWay = Files.createDirectories(folder.resolve("journal-0/lock"));
        try (HttpClient client = HttpClient.builder().build();
                Records records = TestRecords.open(folder, ALWAYS, TrackerRules.NONE, client)) {
            records.start(() -> 0);
            assertThat(records.store()).isEmpty();
            assertThat(records.status().trouble()).contains("records cannot be kept", "lock");
            assertThat(records.monitor().on()).isFalse();

            Files.delete(inTheWay);
            records.enableMonitor(true);
            assertThat(records.store()).isPresent();
            assertThat(records.status().trouble()).isEmpty();
            assertThat(records.monitor().on()).isTrue();
        }
    }

    @Test
    void records_that_another_server_uses_keep_this_one_from_starting() throws Exception {
        try (HttpClient client = HttpClient.builder().build();
                Records one = TestRecords.open(folder, ALWAYS, TrackerRules.NONE, client);
                Records other = TestRecords.open(folder, ALWAYS, TrackerRules.NONE, client)) {
            one.start(() -> 0);
            assertThatThrownBy(() -> other.start(() -> 0))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("already open");
        }
    }
}

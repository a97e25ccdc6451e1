package vesper.records.admin;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import vesper.codec.Codec;
import vesper.codec.MediaFormat;
import vesper.http.ExchangeListener;
import vesper.http.client.HttpClient;
import vesper.records.capture.Capture;
import vesper.records.capture.Exchanges;
import vesper.records.capture.Routes;
import vesper.records.rules.TrackerRules;
import vesper.records.store.Damage;
import vesper.records.store.RecordStore;
import vesper.records.store.StoreOptions;
import vesper.rest.ProblemException;
import vesper.testing.Eventually;

/** Responses about a transaction whose stored bytes are damaged. */
@Timeout(60)
@DisplayNameGeneration(ReplaceUnderscores.class)
class DamagedTransactionTest {
    /** Small segments, so that sealed rows soon leave the journal. */
    private static final StoreOptions SHORT_JOURNALS =
            new StoreOptions(128 << 10, Duration.ofDays(36_500), 1L << 30, 1, 1L << 30);

    private static final RecordingSettings SETTINGS =
            new RecordingSettings(false, false, true, List.of(), SHORT_JOURNALS, 16 << 20);
    private static final int ROWS = 9000;
    /** The time of the rows, so that they are not years overdue for sealing. */
    private static final Clock CLOCK = Clock.fixed(Instant.ofEpochMilli(Exchanges.timeOf(0)), ZoneOffset.UTC);

    @TempDir
    Path folder;

    private final Codec codec = new Codec(false);

    @Test
    void it_is_said_to_be_damaged_whatever_byte_is_and_never_a_failure_of_the_server() throws Exception {
        write();
        Path blocks = folder.resolve("blocks/00000001.blocks");
        try (HttpClient client = HttpClient.builder().build();
                Records records = TestRecords.open(folder, SETTINGS, TrackerRules.DEFAULT, CLOCK, client)) {
            records.start(() -> 0);
            TrackerController tracker = new TrackerController(records);
            SearchParameters asked = SearchParameters.page("word17", null, null, "10");
            TrackedTransaction whole = tracker.found(asked, Map.of()).items().getFirst();
            UUID id = UUID.fromString(whole.id());
            assertThat(tracker.one(id)).isEqualTo(whole);
            Resubmissions resubmissions = new Resubmissions(records, new RecordSearch(records, records.clock()));
            RecordedRequest recorded = resubmissions.kept(id).orElseThrow();

            int refused = 0;
            int resubmittable = 0;
            int size = Math.toIntExact(Files.size(blocks));
            // All of its block and part of the next one.
            for (int at = 60; at < size / 4; at += size / 300) {
                Damage.flip(blocks, at);
                try {
                    assertThat(tracker.one(id).id()).as("byte %d", at).isEqualTo(whole.id());
                } catch (ProblemException problem) {
                    refused++;
                    assertThat(problem.problem().type().status())
                            .as("byte %d", at)
                            .isEqualTo(404);
                    assertThat(problem.problem().detail())
                            .contains(whole.id(), "damaged", "00000001.blocks, block at byte 40");
                    resubmittable += isKept(resubmissions, id, recorded, at) ? 1 : 0;
                }
                Damage.flip(blocks, at);
            }
            assertThat(refused).isGreaterThan(resubmittable);
            assertThat(tracker.one(id)).isEqualTo(whole);
        }
    }

    /** Checks whether the request can be read, and then completely. The damage may only affect the response. */
    private static boolean isKept(Resubmissions resubmissions, UUID id, RecordedRequest recorded, int at)
            throws Exception {
        try {
            assertThat(resubmissions.kept(id).orElseThrow())
                    .as("byte %d", at)
                    .usingRecursiveComparison()
                    .isEqualTo(recorded);
            return true;
        } catch (ProblemException problem) {
            assertThat(problem.problem().type().status()).as("byte %d", at).isEqualTo(404);
            return false;
        }
    }

    private void write() throws Exception {
        try (RecordStore store = RecordStore.open(folder, 1, SHORT_JOURNALS, CLOCK, () -> false)) {
            Capture capture = new Capture(
                    store::ofLoop, Routes.NONE, CLOCK, value -> codec.write(MediaFormat.JSON, value), 1 << 20);
            ExchangeListener loop = capture.onEventLoop();
            capture.setRules(Exchanges.TRACKING);
            for (int n = 0; n < ROWS; n++)
                loop.finished(Exchanges.echo(n, "{\"number\":" + n + ",\"text\":\"word" + n + "\"}"));
            assertThat(store.awaitTakenUp(Duration.ofSeconds(20))).isTrue();
            Eventually.until(() -> Files.notExists(folder.resolve("journal-1/00000001.journal")));
        }
    }
}

package vesper.records.admin;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import vesper.http.client.HttpClient;
import vesper.records.OpenTransaction;
import vesper.records.rules.TrackerRules;
import vesper.records.store.StoreOptions;

/** Hits that are parts of transactions, and the complete transactions returned for them. */
@Timeout(60)
@DisplayNameGeneration(ReplaceUnderscores.class)
class WholeTransactionsTest {
    private static final int TRANSACTIONS = 100;
    private static final int PAYLOAD_CHARS = 10_000;

    @TempDir
    Path folder;

    private interface Asking {
        void ask(TrackerController tracker) throws Exception;
    }

    /**
     * Runs a test with stored transactions.
     *
     * @param answerBytes limit of a response; a page may hold a quarter of it
     */
    private void with(long answerBytes, Asking asking) throws Exception {
        RecordingSettings settings =
                new RecordingSettings(false, false, true, List.of(), StoreOptions.DEFAULTS, answerBytes);
        try (HttpClient client = HttpClient.builder().build();
                Records records = TestRecords.open(folder, settings, TrackerRules.DEFAULT, client)) {
            records.start(() -> 0);
            for (int n = 0; n < TRANSACTIONS; n++) {
                try (OpenTransaction order = records.transactions().begin("order")) {
                    order.externalId("PO-" + n).state("LARGE", "x".repeat(PAYLOAD_CHARS));
                    order.put("amount", n).put("amount", n);
                }
            }
            asking.ask(new TrackerController(records));
        }
    }

    private static void assertWhole(TrackedTransaction one) {
        assertThat(one.state()).isEqualTo("PROCESSED");
        assertThat(one.externalId()).startsWith("PO-");
        assertThat(one.states().stream().map(TrackedTransaction.State::name))
                .containsExactly("STARTED", "LARGE", "PROCESSED");
        assertThat(one.states().get(1).payload())
                .hasValueSatisfying(payload -> assertThat(payload).hasSize(PAYLOAD_CHARS));
        assertThat(one.incomplete()).isEmpty();
    }

    @Test
    void each_hit_of_a_page_is_whole() throws Exception {
        with(64 << 20, tracker -> {
            RecordPage<TrackedTransaction> found = page(tracker, null, 1000);
            assertThat(found.items()).hasSize(TRANSACTIONS).allSatisfy(WholeTransactionsTest::assertWhole);
            assertThat(found.incomplete()).isEmpty();
            assertThat(found.next()).isEmpty();
        });
    }

    @Test
    void a_page_that_becomes_too_large_ends_earlier_and_the_next_one_goes_on_there() throws Exception {
        with(400_000, tracker -> {
            List<String> ids = new ArrayList<>();
            int pages = 0;
            Optional<String> cursor = Optional.empty();
            do {
                RecordPage<TrackedTransaction> found = page(tracker, cursor.orElse(null), 1000);
                assertThat(found.items()).isNotEmpty().hasSizeLessThan(20);
                for (TrackedTransaction one : found.items()) {
                    assertWhole(one);
                    ids.add(one.externalId());
                }
                cursor = found.next();
                pages++;
            } while (cursor.isPresent());
            assertThat(ids).hasSize(TRANSACTIONS).doesNotHaveDuplicates();
            assertThat(pages).isBetween(5, 50);
        });
    }

    @Test
    void each_line_is_whole_and_they_are_in_the_order_of_a_page() throws Exception {
        with(64 << 20, tracker -> {
            List<String> expected = page(tracker, null, 1000).items().stream()
                    .map(TrackedTransaction::externalId)
                    .toList();
            ByteArrayOutputStream out = new ByteArrayOutputStream();
            tracker.lines(asked(null, 1000), Map.of()).writeTo(out);
            List<String> lines = out.toString(UTF_8).lines().toList();
            assertThat(lines).hasSize(TRANSACTIONS);
            for (int i = 0; i < TRANSACTIONS; i++) {
                assertThat(lines.get(i))
                        .contains("\"externalId\":\"" + expected.get(i) + "\"", "\"LARGE\"", "\"PROCESSED\"");
            }
        });
    }

    private static RecordPage<TrackedTransaction> page(TrackerController tracker, @Nullable String cursor, int limit)
            throws Exception {
        return tracker.found(asked(cursor, limit), Map.of());
    }

    private static SearchParameters asked(@Nullable String cursor, int limit) {
        return new SearchParameters(
                "prop.amount:>=0",
                null,
                null,
                null,
                Integer.toString(limit),
                cursor,
                null,
                null,
                null,
                null,
                null,
                null);
    }
}

package vesper.records.admin;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import vesper.http.Handler;
import vesper.http.Headers;
import vesper.http.HttpServer;
import vesper.http.HttpSettings;
import vesper.http.Response;
import vesper.http.client.ClientRequest;
import vesper.http.client.HttpClient;
import vesper.records.rules.TrackerRules;
import vesper.records.store.StoreOptions;

@Timeout(60)
@DisplayNameGeneration(ReplaceUnderscores.class)
class BulkResubmissionTest {
    private static final RecordingSettings TRACKING =
            new RecordingSettings(false, false, true, List.of(), StoreOptions.DEFAULTS, 16 << 20);

    @TempDir
    Path folder;

    @Test
    void what_was_sent_is_told_although_what_came_after_it_could_not_be_looked_up() throws Exception {
        AtomicInteger calls = new AtomicInteger();
        List<SearchPermit> taken = new CopyOnWriteArrayList<>();
        try (HttpClient client = HttpClient.builder().build();
                Records records = TestRecords.open(folder, TRACKING, TrackerRules.DEFAULT, client)) {
            // The first resubmitted request takes all search permits, so later lookups fail.
            Handler own = _ -> {
                if (calls.incrementAndGet() == 3)
                    while (taken.size() < SearchPermits.AT_ONCE)
                        taken.add(records.searches().take());
                return Response.of(200);
            };
            try (HttpServer server = HttpServer.start(
                    HttpSettings.DEFAULTS, TestRecords.around(records, own), List.of(records.listener()))) {
                records.start(server::exchanges);
                String url = "http://127.0.0.1:" + server.address().getPort() + "/api/orders/";
                for (int n = 1; n <= 2; n++) client.exchange(ClientRequest.get(url + n));

                BulkResubmissionResult outcome = new ResubmitController(records)
                        .resubmitAll("path:/api/orders/*", null, null, "10", "false", "false", Map.of())
                        .toCompletableFuture()
                        .get(30, TimeUnit.SECONDS);
                assertThat(outcome.sent()).isEqualTo(1);
                assertThat(outcome.refused()).isEqualTo(1);
                assertThat(outcome.items()).hasSize(2);
                assertThat(outcome.items().getFirst().resubmitted()).isPresent();
                assertThat(outcome.items().getLast().refused())
                        .hasValueSatisfying(why -> assertThat(why).contains("searches already"));
                taken.forEach(SearchPermit::close);
            }
        }
    }

    @Test
    void all_together_have_their_time_and_what_is_left_is_told() throws Exception {
        try (HttpClient client = HttpClient.builder().build();
                Records records = TestRecords.open(folder, TRACKING, TrackerRules.DEFAULT, client)) {
            Resubmissions resubmissions = new Resubmissions(records, new RecordSearch(records, records.clock()));
            // Each reading of the clock is two minutes later.
            AtomicLong minutes = new AtomicLong();
            BulkResubmission bulk = new BulkResubmission(
                    resubmissions,
                    true,
                    false,
                    Headers.NONE,
                    () -> false,
                    () -> TimeUnit.MINUTES.toNanos(minutes.getAndAdd(2)));
            List<String> ids =
                    Stream.generate(() -> UUID.randomUUID().toString()).limit(7).toList();
            BulkResubmissionResult outcome = bulk.of(ids, Optional.of("block 1 is damaged"));
            assertThat(outcome.left()).isEqualTo(5);
            assertThat(outcome.incomplete())
                    .hasValue(
                            "block 1 is damaged; it ended after 300 s with 5 left, which the same request goes on with");
        }
    }
}

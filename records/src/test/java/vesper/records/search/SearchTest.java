package vesper.records.search;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import vesper.records.blocks.Batch;
import vesper.records.blocks.DamagedBlockException;
import vesper.records.rows.Columns;
import vesper.records.rows.RowFlags;

@DisplayNameGeneration(ReplaceUnderscores.class)
class SearchTest {
    private static final long NOW = 1_800_000_000_000L;
    private static final SearchBounds LONG_ENOUGH = SearchBounds.within(Duration.ofMinutes(1));

    private final SampleBlocks blocks = new SampleBlocks();

    @BeforeEach
    void some_rows() {
        blocks.add(
                SampleRow.exchange(NOW - 5000, 1)
                        .with(Columns.PATH, "/api/orders/PO-17")
                        .with(Columns.ROUTE, "GET /api/orders/{id}")
                        .with(Columns.QUERY, "sort=name&q=two+words")
                        .with(Columns.DURATION_MICROS, 20_500)
                        .with(Columns.USER, "Alice@example.com")
                        .headers("accept: application/json\nx-tenant: blue\n")
                        .response(
                                "application/json",
                                "{\"customer\":{\"name\":\"John Smith\",\"id\":7},\"items\":[{\"name\":\"pen\"},{\"name\":\"ink\"}],\"amount\":-12.5}"));
        blocks.add(SampleRow.exchange(NOW - 4000, 2)
                .with(Columns.METHOD, "POST")
                .with(Columns.STATUS, 503)
                .with(Columns.DURATION_MICROS, 1_500_000)
                .with(Columns.STATE, "ERROR")
                .with(Columns.EXTERNAL_ID, "PO-18")
                .request(
                        "application/xml",
                        "<o:order><customer id=\"7\"><name>Jane &amp; Smith</name></customer></o:order>")
                .response("text/plain", "Hello, world!"));
        blocks.seal();
        blocks.add(SampleRow.exchange(NOW - 3000, 3)
                .with(Columns.FLAGS, RowFlags.TRACKED | RowFlags.ADDITION)
                .with(Columns.STATUS, 0)
                .with(Columns.STATE, "VALIDATED")
                .state("VALIDATED", "application/json", "{\"amount\":42}")
                .property("amount", "42")
                .log("order looked good"));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
                    smith                                  | 2 1
                    SMITH john                             | 1
                    "john smith"                           | 1
                    "smith john"                           |
                    smi* AND NOT john                      | 2
                    pen* OR ali* OR nobod* OR wor*         | 2 1
                    ink OR (hell* OR "order looked")       | 3 2 1
                    body.items.name:i* OR body.order.customer.name:ja* | 2 1
                    "pen smith" OR "hello jane" OR xyz     |
                    NOT (pen* OR hell*)                    | 3
                    smi* -john                             | 2
                    body.customer.name:smith               | 2 1
                    body.order.customer.name:jane          | 2
                    request.customer.name:smith            | 2
                    response.customer.name:smith           | 1
                    response.customer.name:"john smith"    | 1
                    body.customer.id:7                     | 2 1
                    body.items.name:ink                    | 1
                    body.items.name:"pen ink"              |
                    body.items.name:i*                     | 1
                    body.amount:[-13 TO -12]               | 1
                    body.amount:>=-12.5                    | 3 1
                    body.amount:{-12.5 TO *]               | 3
                    body.amount:*                          | 3 1
                    prop.amount:42                         | 3
                    log:good                               | 3
                    state:validated                        | 3
                    state:ERR*                             | 2
                    status:5xx                             | 2
                    status:(200 OR 503)                    | 2 1
                    status>=500                            | 2
                    status:[200 TO 503}                    | 1
                    duration:20ms                          | 1
                    duration:>20ms AND duration:<1.4s      | 1
                    latency:1.5s                           | 2
                    method:post                            | 2
                    path:/api/orders/po-17                 | 1
                    path:/api/*                            | 1
                    path:orders                            | 1
                    route:"GET /api/orders/{id}"           | 1
                    user:alice@example.com                 | 1
                    user:alice                             |
                    user:ali*                              | 1
                    header.x-tenant:blue                   | 1
                    header:blue                            | 1
                    query.q:"two words"                    | 1
                    query:name                             | 1
                    externalId:PO-18                       | 2
                    success:true                           | 3 1
                    success:false                          | 2
                    time:now-5s                            | 1
                    time:[now-4s TO now]                   | 3 2
                    time:2027                              | 3 2 1
                    time>2027-01-15T07:59:56Z              | 3
                    time:<2027-01-15T07:59                 |
                    time:<2027-01-15T08:00                 | 3 2 1
                    *                                      | 3 2 1
                    id:01a3185c-4408-7000-8000-000000000001 |
                    hello (john OR world)                  | 2
                    +hello                                 | 2
                    +john OR world                         | 1
                    smi\\*                                 |
                    NOT smith                              | 3
                    tracked:true monitored:false           | 3
                    """)
    void finds_what_was_asked_for(String query, String expected) throws Exception {
        assertThat(found(query)).isEqualTo(expected == null ? "" : expected);
    }

    @Test
    void units_of_a_number_are_powers_of_two_or_ten_and_end_before_the_next() throws Exception {
        blocks.add(SampleRow.exchange(NOW, 4).with(Columns.BYTES_IN, 1000).with(Columns.DURATION_MICROS, 21_000));
        blocks.add(SampleRow.exchange(NOW + 1, 5).with(Columns.BYTES_IN, 1024).with(Columns.DURATION_MICROS, 20_999));
        assertThat(found("bytesIn:>=1kib")).isEqualTo("5");
        assertThat(found("bytesIn:[1kb TO 1kib}")).isEqualTo("4");
        assertThat(found("duration:21ms")).isEqualTo("4");
        assertThat(found("duration:20ms AND bytesIn:>0")).isEqualTo("5");
    }

    @Test
    void a_row_without_a_trace_is_its_own_trace() throws Exception {
        String id = new UUID((NOW - 5000) << 16 | 0x7000, 1 | Long.MIN_VALUE).toString();
        assertThat(found("traceId:" + id.replace("-", ""))).isEqualTo("1");
    }

    @Test
    void former_states_of_a_transaction_are_found_in_a_sealed_block_too() throws Exception {
        blocks.add(SampleRow.exchange(NOW, 4).with(Columns.STATE, "DONE").state("STARTED", "text/plain", ""));
        assertThat(found("state:started")).isEqualTo("4");
        blocks.seal();
        assertThat(found("state:started")).isEqualTo("4");
        assertThat(found("state:done")).isEqualTo("4");
    }

    @Test
    void an_addition_is_a_success_by_its_state_and_sorts_with_its_transaction() throws Exception {
        blocks.add(SampleRow.exchange(NOW - 10_000, 4)
                .with(Columns.TIME, NOW)
                .with(Columns.FLAGS, RowFlags.TRACKED | RowFlags.ADDITION)
                .with(Columns.STATE, "ERROR")
                .log("late"));
        assertThat(found("success:false")).isEqualTo("2 4");
        assertThat(found("*")).isEqualTo("3 2 1 4");
    }

    @Test
    void a_histogram_of_too_many_buckets_gets_wider_ones_and_loses_no_count() throws Exception {
        SampleBlocks many = new SampleBlocks();
        for (int n = 0; n < 2500; n++) many.add(SampleRow.exchange(NOW + n * 1000L, n));
        SearchResult.Histogram histogram = Search.of(Query.ALL)
                .limit(0)
                .histogram(1000)
                .run(SampleBlocks.batches(many), row -> {}, LONG_ENOUGH)
                .histogram()
                .orElseThrow();
        assertThat(histogram.bucketMillis()).isEqualTo(4000);
        assertThat(histogram.counts())
                .hasSize(625)
                .allSatisfy((_, count) -> assertThat(count).isEqualTo(4));
    }

    @Test
    void the_middle_of_three_latencies_is_the_second() throws Exception {
        SampleBlocks three = new SampleBlocks();
        for (int n = 1; n <= 3; n++) three.add(SampleRow.exchange(NOW + n, n).with(Columns.DURATION_MICROS, 1000L * n));
        SearchResult.Latencies latencies = Search.of(Query.ALL)
                .limit(0)
                .latencies()
                .run(SampleBlocks.batches(three), row -> {}, LONG_ENOUGH)
                .latencies()
                .orElseThrow();
        assertThat(latencies.p50()).isBetween(2000L, 2020L);
        assertThat(latencies.p90()).isEqualTo(3000);
    }

    @Test
    void whoever_takes_hits_may_end_the_page_before_its_limit() throws Exception {
        Search search = Search.of(Query.ALL).limit(10);
        List<Long> found = new ArrayList<>();
        String cursor = null;
        int pages = 0;
        do {
            Search page = cursor == null ? search : search.after(cursor);
            SearchResult result = page.runWhile(batches(), row -> !found.add(time(row)), LONG_ENOUGH);
            assertThat(result.hits()).isEqualTo(1);
            cursor = result.next().orElse(null);
            pages++;
        } while (cursor != null);
        assertThat(pages).isEqualTo(3);
        assertThat(found).containsExactly(NOW - 3000, NOW - 4000, NOW - 5000);
    }

    private static long time(Row row) {
        try {
            return row.number(Columns.TIME);
        } catch (DamagedBlockException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void a_page_goes_on_where_the_last_one_ended_whatever_is_recorded_meanwhile() throws Exception {
        Search search = Search.of(Query.ALL).limit(1);
        List<String> ids = new ArrayList<>();
        SearchResult first = search.run(batches(), row -> ids.add(number(row)), LONG_ENOUGH);
        blocks.add(SampleRow.exchange(NOW, 4));
        blocks.seal();
        SearchResult second =
                search.after(first.next().orElseThrow()).run(batches(), row -> ids.add(number(row)), LONG_ENOUGH);
        blocks.add(SampleRow.exchange(NOW + 1, 5));
        SearchResult third =
                search.after(second.next().orElseThrow()).run(batches(), row -> ids.add(number(row)), LONG_ENOUGH);

        assertThat(ids).containsExactly("3", "2", "1");
        assertThat(third.next()).isEmpty();
    }

    @Test
    void a_cursor_of_another_order_is_refused() throws Exception {
        String cursor = Search.of(Query.ALL)
                .limit(1)
                .run(batches(), row -> {}, LONG_ENOUGH)
                .next()
                .orElseThrow();
        Search byUser = Search.of(Query.ALL).sort(Sort.parse("user"));
        assertThatThrownBy(() -> byUser.after(cursor)).isInstanceOf(QueryException.class);
        assertThatThrownBy(() -> Search.of(Query.ALL).after("nonsense!")).isInstanceOf(QueryException.class);
        assertThatThrownBy(() -> Search.of(Query.ALL).after("AAAA")).isInstanceOf(QueryException.class);
    }

    @Test
    void pages_by_a_text_have_each_hit_once() throws Exception {
        Search search = Search.of(Query.ALL).sort(Sort.parse("-user")).limit(1);
        List<String> ids = new ArrayList<>();
        SearchResult page = search.run(batches(), row -> ids.add(number(row)), LONG_ENOUGH);
        while (page.next().isPresent()) {
            page = search.after(page.next().get()).run(batches(), row -> ids.add(number(row)), LONG_ENOUGH);
        }
        assertThat(ids).containsExactly("1", "3", "2");
    }

    @Test
    void a_transaction_that_was_added_to_often_is_one_hit_and_counts_once() throws Exception {
        for (int i = 0; i < 5; i++) {
            blocks.add(SampleRow.exchange(NOW - 3000, 3)
                    .with(Columns.TIME, NOW + i)
                    .with(Columns.FLAGS, RowFlags.TRACKED | RowFlags.ADDITION)
                    .log("again"));
            if (i == 2) blocks.seal();
        }
        List<String> ids = new ArrayList<>();
        SearchResult result = Search.of(Query.parse("log:again OR log:good OR smith", NOW))
                .total()
                .run(batches(), row -> ids.add(number(row)), LONG_ENOUGH);
        assertThat(ids).containsExactly("3", "2", "1");
        assertThat(result.total()).hasValue(3);
        long high = (NOW - 3000) << 16 | 0x7000;
        UUID third = new UUID(high, 3 | Long.MIN_VALUE);
        assertThat(rowsOf(third)).hasSize(6);
        assertThat(rowsOf(new UUID(high, 4 | Long.MIN_VALUE))).isEmpty();
        UUID second = new UUID((NOW - 4000) << 16 | 0x7000, 2 | Long.MIN_VALUE);
        assertThat(rowsOf(third, second)).hasSize(7);
        assertThat(rowsOf()).isEmpty();
    }

    private List<RowCopy> rowsOf(UUID... ids) throws IOException {
        List<RowCopy> rows = new ArrayList<>();
        assertThat(Search.byIds(List.of(ids), batches(), LONG_ENOUGH, rows::add))
                .isEmpty();
        return rows;
    }

    @Test
    void counts_are_of_all_that_matches() throws Exception {
        SearchResult result = Search.of(Query.parse("smith", NOW))
                .limit(0)
                .total()
                .facets(List.of("status", "method", "kind"), 1)
                .histogram(1000)
                .latencies()
                .run(batches(), row -> {}, LONG_ENOUGH);
        assertThat(result.hits()).isZero();
        assertThat(result.total()).hasValue(2);
        assertThat(result.facets().getFirst().values()).containsExactly(new SearchResult.Count("200", 1));
        assertThat(result.facets().getLast().values()).containsExactly(new SearchResult.Count("request", 2));
        assertThat(result.histogram().orElseThrow().counts())
                .containsExactly(Map.entry(NOW - 5000, 1L), Map.entry(NOW - 4000, 1L));
        assertThat(result.latencies().orElseThrow().p50()).isBetween(20_500L, 20_700L);
        assertThat(result.latencies().orElseThrow().most()).isEqualTo(1_500_000);
        assertThat(result.latencies().orElseThrow().spans())
                .startsWith(
                        new SearchResult.LatencySpan(20_000, 50_000, 1),
                        new SearchResult.LatencySpan(50_000, 100_000, 0))
                .endsWith(new SearchResult.LatencySpan(1_000_000, 2_000_000, 1))
                .hasSize(6);
    }

    @ParameterizedTest
    @CsvSource({"10000, false", "10001, true"})
    void a_facet_says_whether_there_are_more_values_than_are_counted(int users, boolean isCut) throws Exception {
        SampleBlocks many = new SampleBlocks();
        for (int n = 0; n < users; n++) {
            if (n == 5000) many.seal();
            many.add(SampleRow.exchange(NOW + n, n).with(Columns.USER, "user" + n));
        }
        List<SearchResult.Facet> facets = Search.of(Query.ALL)
                .limit(0)
                .facets(List.of("user", "method"), 1000)
                .run(SampleBlocks.batches(many), row -> {}, LONG_ENOUGH)
                .facets();
        assertThat(facets).extracting(SearchResult.Facet::isCut).containsExactly(isCut, false);
        assertThat(facets.getFirst().values()).hasSize(1000);
    }

    @Test
    void a_search_ends_when_it_is_told_to_and_says_how_far_it_came() throws Exception {
        SearchResult cancelled = Search.of(Query.ALL)
                .run(batches(), row -> {}, new SearchBounds(Duration.ofMinutes(1), () -> true, SearchPace.UNBOUNDED));
        assertThat(cancelled.end()).isEqualTo(SearchResult.End.CANCELLED);
        assertThat(cancelled.isComplete()).isFalse();
        assertThat(cancelled.lookedBackTo()).isEqualTo(NOW - 3000);

        SearchResult late = Search.of(Query.ALL).run(batches(), row -> {}, SearchBounds.within(Duration.ofNanos(-1)));
        assertThat(late.end()).isEqualTo(SearchResult.End.TIME_LIMIT);
    }

    @Test
    void what_cannot_be_read_is_passed_over_and_named() throws Exception {
        Batches some = batches();
        var broken = new Batches() {
            private boolean wasBroken;

            @Override
            public @Nullable Batch next() throws IOException {
                if (wasBroken) return some.next();
                wasBroken = true;
                throw new IOException("a block that is gone");
            }

            @Override
            public long latestLeft() {
                return wasBroken ? some.latestLeft() : Long.MAX_VALUE;
            }
        };
        SearchResult result = Search.of(Query.ALL).run(broken, row -> {}, LONG_ENOUGH);
        assertThat(result.hits()).isEqualTo(3);
        assertThat(result.damaged()).containsExactly("a block that is gone");
        assertThat(result.isComplete()).isFalse();
    }

    @Test
    void the_first_hits_come_before_everything_was_looked_at() throws Exception {
        List<Integer> leftAtHit = new ArrayList<>();
        for (int i = 10; i < 20; i++) {
            blocks.add(SampleRow.exchange(NOW + i * 1000, i));
            blocks.seal();
        }
        Batches all = batches();
        var given = new AtomicInteger();
        var counting = new Batches() {
            @Override
            public @Nullable Batch next() throws IOException {
                given.incrementAndGet();
                return all.next();
            }

            @Override
            public long latestLeft() {
                return all.latestLeft();
            }
        };
        Search.of(Query.ALL).limit(4).run(counting, row -> leftAtHit.add(given.get()), LONG_ENOUGH);
        assertThat(leftAtHit.getFirst()).isEqualTo(1);
        assertThat(given.get()).isLessThan(7);
    }

    private Batches batches() throws DamagedBlockException {
        return SampleBlocks.batches(blocks);
    }

    private String found(String query) throws Exception {
        List<String> ids = new ArrayList<>();
        Search.of(Query.parse(query, NOW)).run(batches(), row -> ids.add(number(row)), LONG_ENOUGH);
        return String.join(" ", ids);
    }

    private static String number(Row row) {
        try {
            return Long.toString(row.number(Columns.ID_LOW) & Long.MAX_VALUE);
        } catch (DamagedBlockException damaged) {
            throw new AssertionError(damaged);
        }
    }
}

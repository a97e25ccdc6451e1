package vesper.records.search;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
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
                    *                                      | 3 2 1
                    id:01a3185c-4408-7000-8000-000000000001 |
                    hello (john OR world)                  | 2
                    +hello                                 | 2
                    NOT smith                              | 3
                    tracked:true monitored:false           | 3
                    """)
    void finds_what_was_asked_for(String query, String expected) throws Exception {
        assertThat(found(query)).isEqualTo(expected == null ? "" : expected);
    }

    private String found(String query) throws Exception {
        List<String> ids = new ArrayList<>();
        Search.of(Query.parse(query, NOW)).run(SampleBlocks.batches(blocks), row -> ids.add(number(row)), LONG_ENOUGH);
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

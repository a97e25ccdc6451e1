package vesper.records.capture;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import vesper.http.Exchange;
import vesper.http.ExchangeListener;
import vesper.http.Headers;
import vesper.http.Method;
import vesper.http.Request;
import vesper.http.Response;
import vesper.journal.Journal;
import vesper.journal.JournalOptions;
import vesper.journal.JournalReader;
import vesper.journal.Position;
import vesper.journal.SyncPolicy;
import vesper.records.OpenTransaction;
import vesper.records.Tracker;
import vesper.records.Transaction;
import vesper.records.blocks.Column;
import vesper.records.masks.Mask;
import vesper.records.rows.Columns;
import vesper.records.rows.RowFlags;
import vesper.records.rules.MonitorRules;
import vesper.records.rules.TrackerRules;

@DisplayNameGeneration(ReplaceUnderscores.class)
class CaptureTest {
    private static final Clock CLOCK = Clock.fixed(Instant.ofEpochMilli(Exchanges.timeOf(5)), ZoneOffset.UTC);

    @TempDir
    Path folder;

    private Journal journal;
    private Capture capture;
    private ExchangeListener loop;

    @BeforeEach
    void open() throws IOException {
        journal = Journal.open(folder.resolve("journal"), new JournalOptions(8 << 20, new SyncPolicy.None()));
        capture =
                new Capture(_ -> journal, Routes.NONE, CLOCK, value -> ("\"" + value + "\"").getBytes(UTF_8), 1 << 20);
        loop = capture.onEventLoop();
        capture.setRules(Exchanges.TRACKING);
    }

    @AfterEach
    void close() throws IOException {
        journal.close();
    }

    @Test
    void a_row_says_what_was_asked_and_what_was_answered() throws Exception {
        loop.finished(Exchanges.echo(3, "{\"a\":1}"));
        Map<Column, Object> row = rows().getFirst();
        assertThat(row)
                .containsEntry(Columns.METHOD, "POST")
                .containsEntry(Columns.PATH, "/api/echo")
                .containsEntry(Columns.QUERY, "n=3")
                .containsEntry(Columns.ROUTE, "POST /api/echo")
                .containsEntry(Columns.STATUS, 200L)
                .containsEntry(Columns.TIME, Exchanges.timeOf(3))
                .containsEntry(Columns.DURATION_MICROS, 1500L)
                .containsEntry(Columns.BYTES_IN, 7L)
                .containsEntry(Columns.BYTES_OUT, 7L)
                .containsEntry(Columns.REMOTE, "127.0.0.1")
                .containsEntry(Columns.USER_AGENT, "test/1")
                .containsEntry(Columns.STATE, "PROCESSED")
                .containsEntry(Columns.REQUEST_TYPE, "application/json")
                .containsEntry(Columns.REQUEST, "{\"a\":1}")
                .containsEntry(Columns.RESPONSE, "{\"a\":1}")
                .containsEntry(Columns.FLAGS, RowFlags.TRACKED);
        assertThat((long) row.get(Columns.ID_HIGH) >>> 16).isEqualTo(Exchanges.timeOf(3));
        assertThat((long) row.get(Columns.ID_HIGH) >>> 12 & 0xf)
                .as("the version of the UUID")
                .isEqualTo(7);
        assertThat((long) row.get(Columns.ID_LOW) >>> 62)
                .as("the variant of the UUID")
                .isEqualTo(2);
    }

    @Test
    void secrets_are_hidden_before_they_are_written() throws Exception {
        Headers headers = Headers.of(
                "Content-Type", "application/json", "Authorization", "Bearer hush", "Cookie", "s=hush", "X", "shown");
        byte[] body = "{\"password\":\"hush\",\"name\":\"shown\"}".getBytes(UTF_8);
        Request request = Request.of(Method.POST, "/api/login?password=hush&x=shown", headers, body);
        loop.finished(Exchanges.answered(
                1,
                request,
                Response.of(200)
                        .header("Content-Type", "application/json")
                        .body("[{\"password\":[\"hush\"]},\"shown\"]".getBytes(UTF_8))));
        Map<Column, Object> row = rows().getFirst();
        assertThat(row.values().toString()).doesNotContain("hush");
        assertThat(row.get(Columns.QUERY)).isEqualTo("password=***&x=shown");
        assertThat(row.get(Columns.HEADERS).toString()).contains("Authorization: ***\n", "Cookie: ***\n", "X: shown\n");
        assertThat(row.get(Columns.REQUEST)).isEqualTo("{\"password\":\"***\",\"name\":\"shown\"}");
        assertThat(row.get(Columns.RESPONSE)).isEqualTo("[{\"password\":\"***\"},\"shown\"]");
    }

    @Test
    void what_is_said_of_a_transaction_that_code_began_is_in_the_journal_when_the_call_returns() throws Exception {
        OpenTransaction begun = capture.begin("nightly");
        begun.put("password", "hush").log("step one");
        begun.close();
        begun.log("too late");
        List<Map<Column, Object>> rows = rows();
        assertThat(rows)
                .hasSize(4)
                .allSatisfy(row -> assertThat(row)
                        .containsEntry(Columns.TYPE, "nightly")
                        .containsEntry(Columns.FLAGS, RowFlags.TRACKED | RowFlags.ADDITION));
        assertThat(rows.get(2)).containsEntry(Columns.STATE, "STARTED");
        assertThat(rows.getLast()).containsEntry(Columns.STATE, "PROCESSED");
        assertThat(rows.toString()).contains("step one").doesNotContain("hush", "too late");
    }

    @Test
    void a_transaction_that_code_began_takes_no_more_than_its_room() throws Exception {
        OpenTransaction begun = capture.begin("endless");
        for (int i = 0; i < 2 * Transaction.MOST_ADDITIONS; i++)
            begun.type("endless").log("again");
        begun.close();
        List<Map<Column, Object>> rows = rows();
        assertThat(rows).hasSizeLessThan(Transaction.MOST_ADDITIONS + 5);
        assertThat(rows.getLast()).containsEntry(Columns.STATE, "PROCESSED");
        assertThat(rows.toString()).contains("More was added than is kept");
    }

    @Test
    void nothing_begins_while_the_tracker_is_off() throws Exception {
        capture.setRules(null);
        try (OpenTransaction begun = capture.begin("nightly")) {
            assertThat(begun.log("unheard").id()).isEmpty();
        }
        assertThat(rows()).isEmpty();
    }

    @Test
    void a_field_that_is_masked_is_hidden_wherever_it_would_be_kept() throws Exception {
        capture.setRules(new RecordingRules(
                MonitorRules.NONE, TrackerRules.DEFAULT, Mask.of(List.of("user-agent", "content-type"))));
        loop.finished(Exchanges.echo(1, "{}"));
        Map<Column, Object> row = rows().getFirst();
        assertThat(row).containsEntry(Columns.USER_AGENT, "***").containsEntry(Columns.REQUEST_TYPE, "***");
        assertThat(row.get(Columns.HEADERS).toString()).doesNotContain("test/1", "json");
    }

    @Test
    void queries_of_urls_in_fields_are_masked_as_that_of_the_request() throws Exception {
        capture.setRules(new RecordingRules(MonitorRules.NONE, TrackerRules.DEFAULT, Mask.of(List.of("access_token"))));
        Headers fields = Headers.of("Referer", "http://h/?a=1&access_token=KEY", "Accept", "text/plain");
        Request request = Request.of(Method.GET, "/api/a?[x]=1&access%5ftoken=KEY", fields, new byte[0]);
        loop.finished(new Exchange(request, Exchanges.CLIENT, 200, 0, 0, Exchanges.timeOf(1), 1000));
        Map<Column, Object> row = rows().getFirst();
        assertThat(row.get(Columns.HEADERS).toString())
                .contains("Referer: http://h/?a=1&access_token=***\n", "Accept: text/plain\n");
        assertThat(row).containsEntry(Columns.QUERY, "***");
    }

    @Test
    void code_that_writes_an_answer_piece_by_piece_speaks_of_its_transaction_meanwhile() throws Exception {
        Request request = Request.of(Method.GET, "/api/stream");
        Response.BodyWriter writer = out -> {
            Tracker.current().log("half way");
            out.write("both halves".getBytes(UTF_8));
        };
        Response answer =
                new Recorder(capture).before(_ -> Response.of(200).body(writer)).handle(request);
        ByteArrayOutputStream sent = new ByteArrayOutputStream();
        request.handleHere(() -> write(answer, sent));
        loop.finished(new Exchange(request, Exchanges.CLIENT, 200, 0, sent.size(), Exchanges.timeOf(1), 1000));
        Map<Column, Object> row = rows().getFirst();
        assertThat(row.get(Columns.ADDITIONS).toString()).contains("half way");
        assertThat(row).containsEntry(Columns.RESPONSE, "both halves");
    }

    private static void write(Response answer, OutputStream out) {
        try {
            ((Response.Streamed) answer.content()).writer().writeTo(out);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void contents_are_cut_at_what_the_rule_keeps_and_marked() throws Exception {
        loop.finished(Exchanges.echo(1, "x".repeat(64 << 10)));
        loop.finished(Exchanges.echo(2, "y".repeat((64 << 10) + 1)));
        List<Map<Column, Object>> rows = rows();
        assertThat(rows.get(0).get(Columns.REQUEST)).isEqualTo("x".repeat(64 << 10));
        assertThat(rows.get(0)).containsEntry(Columns.FLAGS, RowFlags.TRACKED);
        assertThat(rows.get(1).get(Columns.RESPONSE)).isEqualTo("y".repeat(64 << 10));
        assertThat(rows.get(1))
                .containsEntry(Columns.FLAGS, RowFlags.TRACKED | RowFlags.REQUEST_CUT | RowFlags.RESPONSE_CUT);
    }

    @Test
    void what_code_says_of_its_transaction_is_kept_with_it() throws Exception {
        Request request = Request.of(Method.POST, "/api/orders", Headers.NONE, new byte[0]);
        capture.attachTo(request);
        request.handleHere(() -> {
            Transaction running = Tracker.current();
            running.type("order").externalId("PO-17").sender("shop").receiver("stock");
            running.state("VALIDATED", List.of(1, 2))
                    .put("amount", 42)
                    .put("password", "hush")
                    .log("all is well");
            assertThat(Tracker.current()).isSameAs(running);
        });
        loop.finished(Exchanges.answered(1, request, Response.of(500)));
        Map<Column, Object> row = rows().getFirst();
        assertThat(row)
                .containsEntry(Columns.TYPE, "order")
                .containsEntry(Columns.EXTERNAL_ID, "PO-17")
                .containsEntry(Columns.SENDER, "shop")
                .containsEntry(Columns.RECEIVER, "stock")
                .containsEntry(Columns.STATE, "ERROR");
        assertThat(row.get(Columns.ADDITIONS).toString())
                .contains("VALIDATED", "application/json", "\"[1, 2]\"", "amount", "42", "all is well", "***")
                .doesNotContain("hush");
    }

    @Test
    void a_transaction_takes_no_more_than_its_bound_and_says_so() throws Exception {
        Request request = Request.of(Method.GET, "/api/endless");
        capture.attachTo(request);
        request.handleHere(() -> {
            for (int i = 0; i < 5000; i++) Tracker.current().log("line " + i);
            Tracker.current().state("LARGE", "z".repeat(1 << 20));
        });
        loop.finished(Exchanges.answered(1, request, Response.of(200)));
        String additions = rows().getFirst().get(Columns.ADDITIONS).toString();
        assertThat(additions.length()).isLessThan(Transaction.MOST_BYTES + 1000);
        assertThat(additions)
                .contains("line 999", "More was added than is kept")
                .doesNotContain("line 1001", "zzz");
    }

    @Test
    void null_is_as_if_it_were_empty_and_nothing_that_code_says_of_its_transaction_throws() throws Exception {
        Request request = Request.of(Method.POST, "/api/orders", Headers.NONE, new byte[0]);
        capture.attachTo(request);
        request.handleHere(() -> {
            sayAnything(Tracker.current());
            try (OpenTransaction begun = Tracker.begin(null)) {
                sayAnything(begun);
                begun.failed(null).failed(new Unspeakable());
                assertThat(begun.id()).isNotEmpty();
            }
        });
        loop.finished(Exchanges.answered(1, request, Response.of(200)));
        List<Map<Column, Object>> rows = rows();
        assertThat(rows.getLast())
                .containsEntry(Columns.TYPE, "")
                .containsEntry(Columns.EXTERNAL_ID, "")
                .containsEntry(Columns.STATE, "PROCESSED");
        assertThat(rows.getLast().get(Columns.ADDITIONS).toString())
                .contains("No text can be made of it: java.lang.IllegalStateException")
                .contains("No JSON can be made of it: ");
        assertThat(rows.get(rows.size() - 2)).containsEntry(Columns.STATE, "ERROR");
        assertThat(capture.lostCount()).isZero();
    }

    private static void sayAnything(Transaction said) {
        said.type(null).externalId(null).sender(null).receiver(null);
        said.state(null).state(null, null).put(null, null).log(null).link(null, null);
        said.state("UNSPEAKABLE", new Unspeakable()).put("unspeakable", new Unspeakable());
        List<Object> itself = new ArrayList<>();
        itself.add(List.of(itself));
        said.state("ENDLESS", itself).put("endless", itself);
    }

    /** An exception whose text cannot be obtained. */
    private static final class Unspeakable extends Exception {
        private static final long serialVersionUID = 1;

        @Override
        public String toString() {
            throw new IllegalStateException("hush");
        }
    }

    @Test
    void whatever_is_said_after_the_end_or_beyond_all_bounds_harms_nobody() throws Exception {
        Request request = Request.of(Method.GET, "/api/late");
        capture.attachTo(request);
        AtomicReference<Transaction> known = new AtomicReference<>(Tracker.none());
        request.handleHere(() -> known.set(Tracker.current()));
        byte[] huge = new byte[64 << 20];
        known.get().state("HUGE", huge).put("huge", "z".repeat(huge.length)).log("y".repeat(huge.length));
        loop.finished(Exchanges.answered(1, request, Response.of(200)));
        sayAnything(known.get());
        Thread other = Thread.ofPlatform().start(() -> sayAnything(known.get()));
        other.join();
        sayAnything(Tracker.current());
        assertThat(rows()).hasSize(1);
        String additions = rows().getFirst().get(Columns.ADDITIONS).toString();
        assertThat(additions).contains("More was added than is kept").doesNotContain("UNSPEAKABLE", "yyy");
    }

    @Test
    void code_that_says_something_does_not_hear_of_a_journal_that_takes_nothing() throws Exception {
        OpenTransaction begun = capture.begin("nightly");
        journal.close();
        begun.log("unwritten");
        begun.close();
        assertThat(capture.lostCount()).isEqualTo(2);
    }

    @Test
    void nothing_is_kept_of_what_no_rule_wants() throws Exception {
        Request other = Request.of(Method.GET, "/shop/index.html");
        capture.attachTo(other);
        other.handleHere(() -> assertThat(Tracker.current().log("nowhere").id()).isEmpty());
        loop.finished(Exchanges.answered(1, other, Response.of(200)));
        capture.setRules(null);
        loop.finished(Exchanges.echo(1, "{}"));
        assertThat(rows()).isEmpty();
    }

    @Test
    void a_journal_that_takes_nothing_is_counted_and_the_exchange_goes_on() throws Exception {
        journal.close();
        loop.finished(Exchanges.echo(1, "{}"));
        loop.finished(Exchanges.echo(2, "{}"));
        assertThat(capture.lostCount()).isEqualTo(2);
    }

    @Test
    void keeping_an_exchange_makes_no_object() {
        Exchange exchange = Exchanges.echo(1, "{\"result\":\"OK\",\"message\":\"Hello, world!\",\"password\":1}");
        long perExchange = allocatedBytesEach(exchange);
        // Code that is not compiled yet allocates objects that compiled code does not. The number of tries is limited
        // because each of them fills the journal.
        for (int tries = 0; tries < 100 && perExchange >= 64; tries++) {
            LockSupport.parkNanos(20_000_000);
            perExchange = allocatedBytesEach(exchange);
        }
        // Looking up the caller's name in the header fields may allocate an Optional or two.
        assertThat(perExchange).isLessThan(64);
    }

    private long allocatedBytesEach(Exchange exchange) {
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        int times = 10_000;
        long before = threads.getCurrentThreadAllocatedBytes();
        for (int i = 0; i < times; i++) loop.finished(exchange);
        return (threads.getCurrentThreadAllocatedBytes() - before) / times;
    }

    private List<Map<Column, Object>> rows() throws IOException {
        RowReader reader = new RowReader();
        try (JournalReader entries = journal.read(Position.START)) {
            List<Map<Column, Object>> rows = new ArrayList<>();
            while (entries.next()) rows.add(RowMaps.of(reader, entries));
            return rows;
        }
    }
}

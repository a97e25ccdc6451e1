package vesper.records.capture;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import vesper.http.EventLoopSettings;
import vesper.http.Exchange;
import vesper.http.ExchangeListener;
import vesper.http.Headers;
import vesper.http.HttpServer;
import vesper.http.HttpSettings;
import vesper.http.Method;
import vesper.http.Request;
import vesper.http.Response;
import vesper.http.TlsSettings;
import vesper.journal.Journal;
import vesper.journal.JournalOptions;
import vesper.journal.JournalReader;
import vesper.journal.Position;
import vesper.journal.SyncPolicy;
import vesper.records.blocks.Column;
import vesper.records.masks.Mask;
import vesper.records.rows.Columns;
import vesper.records.rules.MonitorRule;
import vesper.records.rules.MonitorRules;
import vesper.records.rules.ParsedRule;
import vesper.records.rules.TrackerRules;
import vesper.testing.TestCertificates;

/** Rows stored as the difference from an earlier row. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class LikeRowsTest {
    private static final Clock CLOCK = Clock.fixed(Instant.ofEpochMilli(Exchanges.timeOf(0)), ZoneOffset.UTC);
    private static final int SEGMENT_BYTES = 64 << 10;

    @TempDir
    Path folder;

    private Journal journal;
    private Journal whole;

    @BeforeEach
    void open() throws IOException {
        var options = new JournalOptions(SEGMENT_BYTES, new SyncPolicy.None(), Duration.ofMinutes(1));
        journal = Journal.open(folder.resolve("journal"), options);
        whole = Journal.open(folder.resolve("whole"), options);
    }

    @AfterEach
    void close() throws IOException {
        journal.close();
        whole.close();
    }

    private static ExchangeListener loop(Journal to) {
        return capture(to, Exchanges.TRACKING).onEventLoop();
    }

    private static Capture capture(Journal to, RecordingRules rules) {
        Capture capture = new Capture(_ -> to, Routes.NONE, CLOCK, value -> new byte[0], 1 << 20);
        capture.setRules(rules);
        return capture;
    }

    private static RecordingRules rules(String hidden, int bodyBytes, String... keep) {
        Map<String, Object> fields = Map.of("name", "some", "keep", List.of(keep), "bodyBytes", bodyBytes);
        ParsedRule<MonitorRule> rule = MonitorRule.understood("some", fields);
        assertThat(rule).isInstanceOf(ParsedRule.Valid.class);
        List<MonitorRule> one = List.of(((ParsedRule.Valid<MonitorRule>) rule).rule());
        return new RecordingRules(MonitorRules.of(one), TrackerRules.NONE, Mask.of(List.of(hidden)));
    }

    @RepeatedTest(20)
    void whatever_comes_in_whatever_order_is_read_as_if_each_row_were_whole(RepetitionInfo round) throws Exception {
        Random random = new Random(round.getCurrentRepetition());
        List<RecordingRules> rules = List.of(
                Exchanges.TRACKING,
                rules("password", 10, "headers", "bodies"),
                rules("a", 5000, "query", "bodies"),
                rules("user-agent", 0, "headers", "query"));
        RecordingRules deciding = rules.getFirst();
        Capture capture = capture(journal, deciding);
        ExchangeListener keeping = capture.onEventLoop();
        List<Map<Column, Object>> expected = new ArrayList<>();
        for (int n = 0; n < 500; n++) {
            if (random.nextInt(20) == 0) deciding = rules.get(random.nextInt(rules.size()));
            capture.setRules(deciding);
            Exchange exchange = Exchanges.random(n, random);
            keeping.finished(exchange);
            // A new loop has no earlier row, so this row is stored whole.
            capture(whole, deciding).onEventLoop().finished(exchange);
        }
        try (JournalReader rows = whole.read(Position.START)) {
            while (rows.next()) expected.add(withoutId(RowMaps.of(new RowReader(), rows)));
        }
        assertThat(expected).hasSize(500);

        RowReader reader = new RowReader();
        List<Long> positions = new ArrayList<>();
        try (JournalReader rows = journal.read(Position.START)) {
            for (Map<Column, Object> row : expected) {
                assertThat(rows.next()).isTrue();
                assertThat(withoutId(RowMaps.of(reader, rows))).isEqualTo(row);
                positions.add(rows.position());
            }
            assertThat(rows.next()).isFalse();
        }
        for (int n = 0; n < positions.size(); n += 7) {
            try (JournalReader alone = journal.readAt(positions.get(n))) {
                assertThat(withoutId(RowMaps.of(new RowReader(), alone))).isEqualTo(expected.get(n));
            }
        }
        assertThat(journal.segments()).hasSizeGreaterThan(2);
    }

    @Test
    void rows_of_one_journal_are_not_taken_for_like_those_of_another() throws Exception {
        ExchangeListener keeping = loop(journal);
        ExchangeListener other = loop(whole);
        for (int n = 0; n < 3; n++) {
            keeping.finished(asked("/api/one"));
            other.finished(asked("/api/two"));
        }
        RowReader reader = new RowReader();
        for (Journal from : List.of(journal, whole, journal)) {
            String path = from.equals(journal) ? "/api/one" : "/api/two";
            try (JournalReader rows = from.read(Position.START)) {
                while (rows.next()) assertThat(RowMaps.of(reader, rows)).containsEntry(Columns.PATH, path);
            }
        }
    }

    private static Exchange asked(String path) {
        return asked(path, "GET " + path);
    }

    private static Exchange asked(String path, String route) {
        Request request = Request.of(Method.GET, path, Headers.NONE, new byte[0]);
        request.route(route);
        return Exchanges.answered(1, request, Response.of(200));
    }

    @Test
    void requests_of_one_kind_take_a_small_part_of_what_whole_rows_would() {
        ExchangeListener keeping = loop(journal);
        for (int n = 0; n < 100; n++) {
            Exchange exchange = Exchanges.echo(n, "{\"a\":1}");
            keeping.finished(exchange);
            loop(whole).finished(exchange);
        }
        assertThat(journal.sizeBytes()).isLessThan(whole.sizeBytes() / 2);
    }

    @Test
    void rows_that_are_not_like_the_first_of_their_kind_are_like_the_second() {
        ExchangeListener keeping = loop(journal);
        keeping.finished(Exchanges.echo(0, "{\"a\":\"" + "x".repeat(2000) + "\"}"));
        for (int n = 1; n < 50; n++) {
            Exchange exchange = Exchanges.echo(n, "{\"b\":\"" + "y".repeat(2000) + "\"}");
            keeping.finished(exchange);
            loop(whole).finished(exchange);
        }
        assertThat(journal.sizeBytes()).isLessThan(whole.sizeBytes() / 4);
    }

    @Test
    void of_a_very_long_text_the_beginning_is_kept() throws Exception {
        String path = "/api/" + "long".repeat(20_000);
        for (int n = 0; n < 3; n++) loop(journal).finished(asked(path, "GET /long"));
        try (JournalReader rows = journal.read(Position.START)) {
            for (int n = 0; n < 3; n++) {
                assertThat(rows.next()).isTrue();
                assertThat(RowMaps.of(new RowReader(), rows))
                        .extractingByKey(Columns.PATH)
                        .asString()
                        .hasSize(16 << 10)
                        .isSubstringOf(path);
            }
        }
    }

    @Test
    void what_a_changed_rule_hides_is_not_taken_from_a_row_of_before() throws Exception {
        Capture capture = capture(journal, rules("other", 5000, "headers", "query", "bodies"));
        ExchangeListener keeping = capture.onEventLoop();
        byte[] body = "{\"pin\":1234}".getBytes(UTF_8);
        Request request = Request.of(Method.POST, "/api/echo?pin=1234", Headers.of("X-Key", "1", "Pin", "1234"), body);
        request.route("POST /api/echo");
        Response answer =
                Response.of(200).header("Content-Type", "application/json").body(body);
        keeping.finished(Exchanges.answered(1, request, answer));
        capture.setRules(rules("pin", 5000, "headers", "query", "bodies"));
        keeping.finished(Exchanges.answered(2, request, answer));

        try (JournalReader rows = journal.read(Position.START)) {
            assertThat(rows.next()).isTrue();
            assertThat(RowMaps.of(new RowReader(), rows).toString()).contains("1234");
            assertThat(rows.next()).isTrue();
            assertThat(RowMaps.of(new RowReader(), rows).toString())
                    .doesNotContain("1234")
                    .contains("***");
        }
    }

    @Test
    void requests_with_the_same_fields_and_other_certificates_are_of_other_users() throws Exception {
        TestCertificates certificates = TestCertificates.in(folder, "keys");
        certificates.make("server", "CN=localhost", "-ext", "san=dns:localhost,ip:127.0.0.1");
        certificates.make("alice", "CN=alice");
        certificates.make("bob", "CN=bob");
        Path clients = Files.writeString(
                folder.resolve("clients.crt"),
                Files.readString(certificates.certificate("alice"))
                        + Files.readString(certificates.certificate("bob")));
        TlsSettings tls = TlsSettings.of(certificates.certificate("server"), certificates.key("server"))
                .withClients(TlsSettings.ClientAuth.NEED, clients);
        try (HttpServer server =
                HttpServer.start(oneLoop(tls), _ -> Response.of(204), List.of(capture(journal, Exchanges.TRACKING)))) {
            for (String name : List.of("alice", "bob")) ask(server, certificates, name);
        }
        try (JournalReader rows = journal.read(Position.START)) {
            for (String name : List.of("alice", "bob")) {
                assertThat(rows.next()).isTrue();
                assertThat(RowMaps.of(new RowReader(), rows)).containsEntry(Columns.USER, "CN=" + name);
            }
        }
    }

    private static HttpSettings oneLoop(TlsSettings tls) {
        HttpSettings usual = HttpSettings.DEFAULTS;
        return new HttpSettings(
                "127.0.0.1",
                0,
                usual.handlers(),
                new EventLoopSettings(1, false),
                usual.platformThreads(),
                usual.drain(),
                usual.drainIdle(),
                usual.watchdog(),
                usual.limits(),
                usual.http2(),
                usual.overload(),
                tls);
    }

    private static void ask(HttpServer server, TestCertificates certificates, String name) throws Exception {
        KeyStore trusted = KeyStore.getInstance("PKCS12");
        trusted.load(null, null);
        trusted.setCertificateEntry("server", certificates.store().getCertificate("server"));
        KeyStore own = KeyStore.getInstance("PKCS12");
        own.load(null, null);
        own.setKeyEntry(
                name,
                certificates.store().getKey(name, TestCertificates.PASSWORD),
                TestCertificates.PASSWORD,
                certificates.store().getCertificateChain(name));
        TrustManagerFactory trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        trust.init(trusted);
        KeyManagerFactory keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        keys.init(own, TestCertificates.PASSWORD);
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(keys.getKeyManagers(), trust.getTrustManagers(), null);
        try (HttpClient client = HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_1_1)
                .sslContext(context)
                .build()) {
            URI uri = URI.create("https://127.0.0.1:" + server.address().getPort() + "/api/one");
            client.send(HttpRequest.newBuilder(uri).build(), HttpResponse.BodyHandlers.discarding());
        }
    }

    /** Ids differ, because each loop has its own sequence. */
    private static Map<Column, Object> withoutId(Map<Column, Object> row) {
        row.remove(Columns.ID_HIGH);
        row.remove(Columns.ID_LOW);
        return row;
    }
}

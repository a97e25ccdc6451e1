package vesper.http;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.EOFException;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.ConnectException;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLHandshakeException;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManagerFactory;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import vesper.testing.Eventually;
import vesper.testing.TestCertificates;

/** HTTP/1.1 and HTTP/2 over TLS, with changing certificates and client certificates. */
@DisplayNameGeneration(ReplaceUnderscores.class)
@Timeout(60)
class TlsTest {
    private static final TestCertificates CERTIFICATES = TestCertificates.shared();
    private static final TlsSettings SERVER =
            TlsSettings.of(CERTIFICATES.certificate("server"), CERTIFICATES.key("server"));

    @TempDir
    Path folder;

    private static HttpServer start(TlsSettings tls) throws IOException {
        return Mode.VIRTUAL.start(
                new TestSettings().tls(tls).build(),
                request -> EchoHandler.text(
                        200,
                        request.version() + " " + request.scheme() + " "
                                + request.clientSubject().orElse("nobody")));
    }

    /** Trusts the certificate of that name, and presents the client's if one is given. */
    private static SSLContext trusting(String server, @Nullable String client) {
        try {
            KeyStore keys = CERTIFICATES.store();
            KeyStore trusted = KeyStore.getInstance("PKCS12");
            trusted.load(null, null);
            trusted.setCertificateEntry("server", keys.getCertificate(server));
            TrustManagerFactory trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
            trust.init(trusted);
            KeyManagerFactory own = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
            KeyStore ownKeys = KeyStore.getInstance("PKCS12");
            ownKeys.load(null, null);
            if (client != null) {
                ownKeys.setKeyEntry(
                        client,
                        keys.getKey(client, TestCertificates.PASSWORD),
                        TestCertificates.PASSWORD,
                        keys.getCertificateChain(client));
            }
            own.init(ownKeys, TestCertificates.PASSWORD);
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(own.getKeyManagers(), trust.getTrustManagers(), null);
            return context;
        } catch (GeneralSecurityException | IOException e) {
            throw new IllegalStateException(e);
        }
    }

    private static String ask(HttpServer server, HttpClient.Version version, SSLContext trust)
            throws IOException, InterruptedException {
        try (HttpClient client = HttpClient.newBuilder()
                .version(version)
                .sslContext(trust)
                .connectTimeout(Duration.ofSeconds(10))
                .build()) {
            HttpRequest request = HttpRequest.newBuilder(
                            URI.create("https://127.0.0.1:" + server.address().getPort() + "/"))
                    .timeout(Duration.ofSeconds(10))
                    .build();
            HttpResponse<String> response = client.send(request, BodyHandlers.ofString());
            return response.body();
        }
    }

    @Test
    void who_is_connected_when_a_server_stops_may_agree_on_tls_and_ask_once() throws Exception {
        HttpServer server = Mode.VIRTUAL.start(
                new TestSettings().tls(SERVER).drainIdle(Duration.ofSeconds(3)).build(),
                request -> EchoHandler.text(200, "answered"));
        int port = server.address().getPort();
        try (server;
                Socket plain = new Socket("127.0.0.1", port)) {
            Eventually.until("it is connected", () -> server.connections() == 1);
            Thread stop = Thread.startVirtualThread(server::close);
            Eventually.until("newcomers are refused", () -> isRefused(port));
            try (SSLSocket secure = (SSLSocket)
                    trusting("server", null).getSocketFactory().createSocket(plain, "127.0.0.1", port, true)) {
                secure.setSoTimeout(10_000);
                secure.getOutputStream().write("GET / HTTP/1.1\r\nHost: a\r\n\r\n".getBytes(ISO_8859_1));
                assertThat(new String(secure.getInputStream().readAllBytes(), ISO_8859_1))
                        .startsWith("HTTP/1.1 200 ")
                        .endsWith("answered");
            }
            stop.join(20_000);
        }
    }

    private static boolean isRefused(int port) throws IOException {
        try (Socket _ = new Socket("127.0.0.1", port)) {
            return false;
        } catch (ConnectException refused) {
            return true;
        }
    }

    @Test
    void both_protocols_are_spoken_as_the_client_chooses() throws Exception {
        try (HttpServer server = start(SERVER)) {
            SSLContext trust = trusting("server", null);
            assertThat(server.isSecure()).isTrue();
            assertThat(ask(server, HttpClient.Version.HTTP_2, trust)).isEqualTo("HTTP/2.0 https nobody");
            assertThat(ask(server, HttpClient.Version.HTTP_1_1, trust)).isEqualTo("HTTP/1.1 https nobody");
        }
    }

    @ParameterizedTest
    @EnumSource
    void large_bodies_pass_over_tls(Mode mode) throws Exception {
        byte[] content = new byte[3 << 20];
        try (HttpServer server = mode.start(
                        new TestSettings().tls(SERVER).build(),
                        request -> Response.of(200).body(request.body().bytes()));
                HttpClient client = HttpClient.newBuilder()
                        .sslContext(trusting("server", null))
                        .build()) {
            for (HttpClient.Version version : HttpClient.Version.values()) {
                if (version.name().equals("HTTP_3")) continue;
                HttpRequest request = HttpRequest.newBuilder(URI.create(
                                "https://127.0.0.1:" + server.address().getPort() + "/"))
                        .version(version)
                        .timeout(Duration.ofSeconds(20))
                        .POST(HttpRequest.BodyPublishers.ofByteArray(content))
                        .build();
                assertThat(client.send(request, BodyHandlers.ofByteArray()).body())
                        .hasSize(content.length);
            }
        }
    }

    @Test
    void a_client_of_the_last_version_is_served_and_one_of_an_older_is_not() throws Exception {
        try (HttpServer server = start(SERVER)) {
            for (String version : List.of("TLSv1.2", "TLSv1.3")) {
                try (SSLSocket socket = socket(server, version)) {
                    socket.getOutputStream().write("GET / HTTP/1.0\r\n\r\n".getBytes(ISO_8859_1));
                    assertThat(new String(socket.getInputStream().readAllBytes(), ISO_8859_1))
                            .startsWith("HTTP/1.1 200")
                            .endsWith("HTTP/1.0 https nobody");
                }
            }
            assertThatThrownBy(() -> socket(server, "TLSv1.1")).isInstanceOf(IOException.class);
        }
    }

    private static SSLSocket socket(HttpServer server, String version) throws IOException {
        SSLSocket socket =
                (SSLSocket) trusting("server", null).getSocketFactory().createSocket();
        socket.setEnabledProtocols(new String[] {version});
        socket.setSoTimeout(10_000);
        socket.connect(server.address(), 10_000);
        socket.startHandshake();
        return socket;
    }

    @ParameterizedTest
    @ValueSource(strings = {"h2", "http/1.1", ""})
    void nobody_may_negotiate_again(String protocol) throws Exception {
        try (LogLines log = LogLines.of(OpenConnection.class);
                HttpServer server = start(SERVER);
                SSLSocket socket =
                        (SSLSocket) trusting("server", null).getSocketFactory().createSocket()) {
            socket.setEnabledProtocols(new String[] {"TLSv1.2"});
            SSLParameters parameters = socket.getSSLParameters();
            if (!protocol.isEmpty()) parameters.setApplicationProtocols(new String[] {protocol});
            socket.setSSLParameters(parameters);
            socket.setSoTimeout(10_000);
            socket.connect(server.address(), 10_000);
            AtomicInteger handshakes = new AtomicInteger();
            socket.addHandshakeCompletedListener(_ -> handshakes.incrementAndGet());
            socket.startHandshake();
            Eventually.until("both have agreed", () -> handshakes.get() == 1 && server.connections() == 1);

            socket.startHandshake();
            assertThatThrownBy(() -> {
                        socket.getInputStream().transferTo(OutputStream.nullOutputStream());
                        throw new EOFException("closed");
                    })
                    .isInstanceOf(IOException.class)
                    .isNotInstanceOf(SocketTimeoutException.class);
            assertThat(handshakes).hasValue(1);
            Eventually.until("it is closed", () -> server.connections() == 0);
            // With assertions enabled, one in Netty ends a second handshake that offers a protocol, which is too late
            // for this check.
            assertThat(log.lines()).noneMatch(line -> line.startsWith("ERROR"));
        }
    }

    @Test
    void plain_http_on_the_port_is_told_so() throws IOException {
        try (HttpServer server = start(SERVER);
                Client client = Client.connect(server)) {
            Answer answer = client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n").read();
            assertThat(answer.status()).isEqualTo(400);
            assertThat(answer.text()).contains("this port speaks TLS", "https://");
            assertThat(client.isAtEnd()).isTrue();
        }
    }

    @Test
    void a_handshake_that_does_not_go_on_is_not_waited_for() throws IOException {
        TlsSettings impatient = SERVER.withHandshakeTimeout(Duration.ofMillis(300));
        try (HttpServer server = start(impatient);
                Client silent = Client.connect(server);
                Client half = Client.connect(server)) {
            half.send(new byte[] {22, 3, 1, 2, 0, 1});
            assertThat(silent.isAtEnd()).isTrue();
            half.readToEnd();
            Eventually.until("both are closed", () -> server.connections() == 0);
        }
    }

    @Test
    void a_client_that_is_asked_for_a_certificate_is_known_by_it() throws Exception {
        CERTIFICATES.make("alice", "CN=alice,O=Example");
        CERTIFICATES.make("mallory", "CN=mallory");
        Path authority = CERTIFICATES.certificate("alice");
        TlsSettings need = SERVER.withClients(TlsSettings.ClientAuth.NEED, authority);
        TlsSettings want = SERVER.withClients(TlsSettings.ClientAuth.WANT, authority);
        try (HttpServer needing = start(need);
                HttpServer wanting = start(want)) {
            SSLContext alice = trusting("server", "alice");
            SSLContext nobody = trusting("server", null);
            for (HttpServer server : List.of(needing, wanting)) {
                assertThat(ask(server, HttpClient.Version.HTTP_2, alice))
                        .isEqualTo("HTTP/2.0 https CN=alice,O=Example");
                assertThat(ask(server, HttpClient.Version.HTTP_1_1, alice))
                        .isEqualTo("HTTP/1.1 https CN=alice,O=Example");
            }
            assertThat(ask(wanting, HttpClient.Version.HTTP_2, nobody)).isEqualTo("HTTP/2.0 https nobody");
            assertThatThrownBy(() -> ask(needing, HttpClient.Version.HTTP_2, nobody))
                    .isInstanceOf(IOException.class);
            SSLContext mallory = trusting("server", "mallory");
            assertThatThrownBy(() -> ask(needing, HttpClient.Version.HTTP_2, mallory))
                    .isInstanceOf(IOException.class);
        }
    }

    @Test
    void a_certificate_that_changes_is_taken_up_and_a_broken_one_is_not() throws Exception {
        CERTIFICATES.make("renewed", "CN=renewed", "-ext", "san=ip:127.0.0.1");
        Path certificate = folder.resolve("own.crt");
        Path key = folder.resolve("own.key");
        copy(CERTIFICATES.certificate("server"), certificate);
        copy(CERTIFICATES.key("server"), key);
        try (LogLines log = LogLines.of(TlsContext.class);
                HttpServer server = start(TlsSettings.of(certificate, key))) {
            assertThat(presented(server)).isEqualTo("CN=localhost");
            Files.writeString(certificate, "broken");
            Eventually.until(
                    "it is told", () -> log.lines().stream().anyMatch(line -> line.contains("stays as it was")));
            assertThat(presented(server)).isEqualTo("CN=localhost");
            copy(CERTIFICATES.key("renewed"), key);
            copy(CERTIFICATES.certificate("renewed"), certificate);
            Eventually.until("it is read again", () -> presented(server).equals("CN=renewed"));
        }
    }

    private static void copy(Path from, Path to) throws IOException {
        Files.copy(from, to, StandardCopyOption.REPLACE_EXISTING);
    }

    private static String presented(HttpServer server) {
        for (String known : List.of("server", "renewed")) {
            try (SSLSocket socket = (SSLSocket) trusting(known, null)
                    .getSocketFactory()
                    .createSocket("127.0.0.1", server.address().getPort())) {
                socket.startHandshake();
                X509Certificate shown = (X509Certificate) socket.getSession().getPeerCertificates()[0];
                return shown.getSubjectX500Principal().getName();
            } catch (SSLHandshakeException e) {
                // The other certificate is presented.
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
        throw new AssertionError("neither certificate is presented");
    }

    private static boolean isLetIn(HttpServer server) {
        try (SSLSocket socket = (SSLSocket) trusting("server", null)
                .getSocketFactory()
                .createSocket("127.0.0.1", server.address().getPort())) {
            socket.startHandshake();
            return true;
        } catch (IOException e) {
            return false;
        }
    }

    /** Returns the ClientHello of a new connection. */
    private static byte[] hello() throws Exception {
        SSLEngine engine = trusting("server", null).createSSLEngine();
        engine.setUseClientMode(true);
        ByteBuffer hello = ByteBuffer.allocate(engine.getSession().getPacketBufferSize());
        engine.wrap(ByteBuffer.allocate(0), hello);
        return Arrays.copyOf(hello.array(), hello.position());
    }

    @Test
    void a_flood_of_handshakes_is_turned_away_and_who_is_connected_is_served() throws Exception {
        byte[] hello = hello();
        List<Socket> flood = new ArrayList<>();
        try (LogLines log = LogLines.of(Handshakes.class);
                HttpServer server = start(SERVER.withHandshakesWaiting(2));
                SSLSocket connected = (SSLSocket) trusting("server", null)
                        .getSocketFactory()
                        .createSocket("127.0.0.1", server.address().getPort())) {
            connected.startHandshake();
            for (int i = 0; i < 400; i++) {
                Socket socket = new Socket("127.0.0.1", server.address().getPort());
                socket.getOutputStream().write(hello);
                flood.add(socket);
            }
            connected.getOutputStream().write("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n".getBytes(ISO_8859_1));
            assertThat(connected.getInputStream().readNBytes(15))
                    .asString(ISO_8859_1)
                    .isEqualTo("HTTP/1.1 200 OK");
            // Admitted handshakes wait for their clients, and hold no slot while these are silent.
            Eventually.until("many are turned away", () -> server.connections() < flood.size() / 2);
            // Some of the flood may still be queued, and then a new connection is refused as well.
            Eventually.until("newcomers are let in again", () -> isLetIn(server));
            Eventually.until("it is told", () -> !log.lines().isEmpty());
            assertThat(log.lines().getFirst()).startsWith("WARN TLS handshakes come faster than they can be computed");
        } finally {
            for (Socket socket : flood) socket.close();
        }
    }

    @Test
    void files_that_cannot_be_used_are_named() throws Exception {
        CERTIFICATES.make("other", "CN=other");
        Path missing = folder.resolve("missing.crt");
        Path empty = Files.writeString(folder.resolve("empty.pem"), "nothing\n");
        Path locked = Files.writeString(
                folder.resolve("locked.key"),
                "-----BEGIN ENCRYPTED PRIVATE KEY-----\nAAAA\n-----END ENCRYPTED PRIVATE KEY-----\n");
        Path certificate = CERTIFICATES.certificate("server");
        Path key = CERTIFICATES.key("server");
        fails(TlsSettings.of(missing, key), "the TLS certificate " + missing + " does not exist");
        fails(TlsSettings.of(empty, key), "the TLS certificate " + empty + " holds no certificate in PEM form");
        fails(TlsSettings.of(certificate, empty), "the TLS key " + empty + " holds no private key in PEM form");
        fails(TlsSettings.of(certificate, locked), "is encrypted");
        fails(TlsSettings.of(certificate, CERTIFICATES.key("other")), "does not belong to the certificate");
        fails(
                SERVER.withClients(TlsSettings.ClientAuth.NEED, empty),
                "the authority of TLS clients " + empty + " holds no certificate");
    }

    private static void fails(TlsSettings tls, String why) {
        assertThatThrownBy(() -> start(tls))
                .isInstanceOf(UnusableCertificateException.class)
                .hasMessageContaining(why);
    }

    @Test
    void a_certificate_that_has_expired_is_warned_of() throws Exception {
        CERTIFICATES.make("expired", "CN=expired", "-startdate", "-10d", "-validity", "1");
        try (LogLines log = LogLines.of(TlsContext.class);
                HttpServer server =
                        start(TlsSettings.of(CERTIFICATES.certificate("expired"), CERTIFICATES.key("expired")))) {
            assertThat(server.isSecure()).isTrue();
            assertThat(log.lines()).singleElement().asString().contains("WARN", "has expired", "expired.crt");
        }
    }

    @Test
    void a_connection_that_breaks_off_in_the_middle_leaves_nothing() throws IOException {
        try (HttpServer server = start(SERVER)) {
            try (Socket socket = new Socket()) {
                socket.connect(server.address());
                socket.getOutputStream().write(new byte[] {22, 3, 1});
                Eventually.until("it is there", () -> server.connections() == 1);
            }
            Eventually.until("it is gone", () -> server.connections() == 0);
        }
    }
}

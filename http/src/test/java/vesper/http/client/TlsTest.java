package vesper.http.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.InetAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLServerSocket;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.SSLSocketFactory;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
@DisplayNameGeneration(ReplaceUnderscores.class)
class TlsTest {
    private static final String OK = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok";

    @TempDir
    static Path folder;

    private static Certificates server;
    private static Certificates client;

    @BeforeAll
    static void make() throws Exception {
        server = Certificates.of(folder, "server", "ip:127.0.0.1");
        client = Certificates.of(folder, "client", "dns:client");
    }

    private static RawServer listening(boolean wantsCertificate, RawServer.Script script) throws Exception {
        SSLServerSocket listener = (SSLServerSocket) server.trusting(client)
                .getServerSocketFactory()
                .createServerSocket(0, 50, InetAddress.getLoopbackAddress());
        listener.setNeedClientAuth(wantsCertificate);
        return RawServer.running(listener, script);
    }

    private static HttpClient with(ClientTls tls) {
        return HttpClient.builder()
                .tls(tls)
                .timeouts(ClientTimeouts.DEFAULTS.withTls(Duration.ofSeconds(2)))
                .build();
    }

    private static ClientRequest get(RawServer at, String host) {
        return ClientRequest.get("https://" + host + ":" + at.port() + "/");
    }

    @Test
    void a_trusted_server_of_the_right_name_is_spoken_to_and_its_connection_kept() throws Exception {
        try (RawServer at = listening(false, peer -> {
                    while (peer.request() != null) peer.send(OK);
                });
                HttpClient http = with(ClientTls.trusting(server.certificate()))) {
            for (int i = 0; i < 3; i++)
                assertThat(http.exchange(get(at, "127.0.0.1")).text()).isEqualTo("ok");
            assertThat(at.accepted.get()).isEqualTo(1);
        }
    }

    @Test
    void an_untrusted_server_and_one_of_another_name_are_not_spoken_to() throws Exception {
        try (RawServer at = listening(false, peer -> peer.request());
                HttpClient jdk = with(ClientTls.DEFAULTS);
                HttpClient other = with(ClientTls.trusting(server.certificate()))) {
            assertThatThrownBy(() -> jdk.exchange(get(at, "127.0.0.1")))
                    .isInstanceOf(TlsFailedException.class)
                    .hasMessageContaining("unable to find valid certification path");
            assertThatThrownBy(() -> other.exchange(get(at, "localhost")))
                    .isInstanceOf(TlsFailedException.class)
                    .hasMessageContaining("localhost");
            assertThat(other.connections()).isZero();
        }
    }

    @Test
    void a_server_that_asks_for_a_certificate_gets_it() throws Exception {
        try (RawServer at = listening(true, peer -> {
                    peer.request();
                    String who = ((SSLSocket) peer.socket)
                            .getSession()
                            .getPeerPrincipal()
                            .getName();
                    peer.send("HTTP/1.1 200 OK\r\nContent-Length: " + who.length() + "\r\n\r\n" + who);
                });
                HttpClient http = with(
                        ClientTls.trusting(server.certificate()).withCertificate(client.certificate(), client.key()))) {
            assertThat(http.exchange(get(at, "127.0.0.1")).text()).isEqualTo("CN=client");
        }
    }

    @Test
    void a_server_that_never_shakes_hands_is_given_up() throws Exception {
        try (RawServer at = RawServer.running(RawServer.Peer::awaitEnd);
                HttpClient http = with(ClientTls.trusting(server.certificate()))) {
            assertThatThrownBy(() -> http.exchange(get(at, "127.0.0.1")))
                    .isInstanceOfSatisfying(
                            TimedOutException.class, e -> assertThat(e.phase()).isEqualTo(TimedOutException.Phase.TLS));
            assertThat(http.connections()).isZero();
        }
    }

    @Test
    void an_answer_until_the_close_ends_with_the_end_that_tls_has_for_it() throws Exception {
        try (RawServer at = listening(false, peer -> {
                    peer.request();
                    peer.send("HTTP/1.0 200 OK\r\n\r\nwhole?");
                    peer.socket.shutdownOutput();
                });
                HttpClient http = with(ClientTls.trusting(server.certificate()))) {
            assertThat(http.exchange(ClientRequest.get("https://127.0.0.1:" + at.port() + "/proper"))
                            .text())
                    .isEqualTo("whole?");
        }
    }

    /** An attacker on the network path could close the connection, and thereby truncate the response. */
    @Test
    void an_answer_until_the_close_that_ends_without_the_end_that_tls_has_for_it_is_no_answer() throws Exception {
        SSLSocketFactory sockets = server.trusting(client).getSocketFactory();
        try (RawServer at = RawServer.running(peer -> {
                    RawServer.Peer secured = new RawServer.Peer(sockets.createSocket(peer.socket, null, true), 1);
                    secured.request();
                    secured.send("HTTP/1.0 200 OK\r\n\r\nwhole?");
                    peer.socket.close();
                });
                HttpClient http = with(ClientTls.trusting(server.certificate()))) {
            assertThatThrownBy(() -> http.exchange(get(at, "127.0.0.1")))
                    .isInstanceOf(ConnectionLostException.class)
                    .hasMessageContaining("in the middle of the answer's body");
        }
    }

    @Test
    void files_that_hold_no_certificates_are_refused_when_the_client_is_made() {
        assertThatThrownBy(() -> with(ClientTls.trusting(folder.resolve("missing.pem"))))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("missing.pem");
    }

    private static String answer(String content) {
        return "HTTP/1.1 200 OK\r\nContent-Length: " + content.length() + "\r\n\r\n" + content;
    }

    @Test
    void a_second_answer_in_a_record_of_its_own_is_nobodys() throws Exception {
        CountDownLatch asked = new CountDownLatch(1);
        CountDownLatch mayAnswer = new CountDownLatch(1);
        CountDownLatch mayRead = new CountDownLatch(1);
        CountDownLatch answered = new CountDownLatch(1);
        try (RawServer at = listening(false, peer -> {
                    peer.request();
                    if (peer.number == 1) {
                        asked.countDown();
                        mayAnswer.await();
                        peer.send(answer("first"));
                        peer.send(answer("surplus"));
                        answered.countDown();
                    } else {
                        peer.send(answer("own"));
                    }
                    peer.awaitEnd();
                });
                RawServer other = RawServer.answering(OK);
                HttpClient http = HttpClient.builder()
                        .tls(ClientTls.trusting(server.certificate()))
                        .limits(ClientLimits.DEFAULTS.withConnections(1))
                        .eventLoops(1)
                        .build()) {
            var first = http.send(get(at, "127.0.0.1"));
            assertThat(asked.await(20, TimeUnit.SECONDS)).isTrue();
            var second = http.send(get(at, "127.0.0.1"));
            // Holds the client's only loop, so that it finds both responses in one iteration.
            CountDownLatch held = new CountDownLatch(1);
            var _ = http.send(ClientRequest.get(other.url("/"))).thenRun(() -> {
                held.countDown();
                await(mayRead);
            });
            assertThat(held.await(20, TimeUnit.SECONDS)).isTrue();
            mayAnswer.countDown();
            assertThat(answered.await(20, TimeUnit.SECONDS)).isTrue();
            mayRead.countDown();
            assertThat(first.get(20, TimeUnit.SECONDS).text()).isEqualTo("first");
            assertThat(second.get(20, TimeUnit.SECONDS).text()).isEqualTo("own");
        } finally {
            mayRead.countDown();
        }
    }

    private static void await(CountDownLatch latch) {
        try {
            assertThat(latch.await(20, TimeUnit.SECONDS)).isTrue();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}

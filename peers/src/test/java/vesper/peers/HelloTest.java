package vesper.peers;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests each server as a process, started the way the bench starts it. */
@Timeout(120)
@DisplayNameGeneration(ReplaceUnderscores.class)
class HelloTest {
    @ParameterizedTest
    @ValueSource(
            classes = {
                HelidonPeer.class,
                JettyPeer.class,
                NettyPeer.class,
                RestExpressPeer.class,
                TomcatPeer.class,
                UndertowPeer.class,
                VertxPeer.class
            })
    void it_greets_on_connections_without_limit_and_knows_no_other_path(Class<?> main) throws Exception {
        try (PeerProcess peer = PeerProcess.ofJvm(main.getName(), "--port", "0", "--io-threads", "1")) {
            PeerContract.assertKept(peer);
            // Helidon answers HTTP/1.0 with 505.
            if (main != HelidonPeer.class) PeerContract.assertKeptOverHttp10(peer);
        }
    }

    @ParameterizedTest
    @ValueSource(classes = {HelidonPeer.class, NettyPeer.class, UndertowPeer.class, VertxPeer.class})
    void threads_are_refused_where_there_is_no_pool_for_them(Class<?> main) throws Exception {
        PeerProcess.Ended ended = PeerProcess.endOfJvm(main.getName(), "--threads", "4");
        assertThat(ended.exitCode()).isNotZero();
        assertThat(ended.errors())
                .contains("unknown flag --threads; known are [--port 0..65535] [--io-threads 1..256]");
    }
}

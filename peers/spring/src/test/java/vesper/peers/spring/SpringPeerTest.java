package vesper.peers.spring;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import vesper.peers.PeerContract;
import vesper.peers.PeerProcess;

@Timeout(120)
@DisplayNameGeneration(ReplaceUnderscores.class)
class SpringPeerTest {
    @Test
    void it_greets_like_the_others_with_as_many_threads_as_were_said() throws Exception {
        try (PeerProcess peer = PeerProcess.ofJvm(SpringPeer.class.getName(), "--io-threads", "1", "--threads", "6")) {
            PeerContract.assertKept(peer);
            PeerContract.assertKeptOverHttp10(peer);
            assertThat(peer.threadNames().filter(name -> name.matches("http-nio-.*-exec-[0-9]+")))
                    .hasSizeBetween(1, 6);
        }
    }

    @Test
    void flags_that_it_does_not_take_are_refused() throws Exception {
        PeerProcess.Ended ended = PeerProcess.endOfJvm(SpringPeer.class.getName(), "--server.port", "1");
        assertThat(ended.exitCode()).isNotZero();
        assertThat(ended.errors()).contains("--server.port is not taken here");
    }
}

package vesper.peers.uuid;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import vesper.peers.PeerProcess;

@Timeout(120)
@DisplayNameGeneration(ReplaceUnderscores.class)
class JettyUuidArgumentsTest {
    @Test
    void an_access_log_needs_a_folder() throws Exception {
        PeerProcess.Ended ended = PeerProcess.endOfJvm(JettyUuidPeer.class.getName(), "--access-log", "on");
        assertThat(ended.exitCode()).isNotZero();
        assertThat(ended.errors()).contains("--access-log on needs a folder, [--data DIR]");
    }

    @Test
    void other_threads_than_there_are_are_refused() throws Exception {
        PeerProcess.Ended ended = PeerProcess.endOfJvm(JettyUuidPeer.class.getName(), "--handlers", "green");
        assertThat(ended.exitCode()).isNotZero();
        assertThat(ended.errors()).contains("invalid value green for --handlers; expected virtual|platform|event-loop");
    }
}

package vesper.testing.network;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@DisplayNameGeneration(ReplaceUnderscores.class)
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class NetworkTest {
    private static final int SHORT_MILLIS = 50;
    private static final int LONG_MILLIS = 20_000;
    private static final Party ONE = Party.server(0);
    private static final Party OTHER = Party.server(1);

    @Test
    void a_way_through_this_process_is_cut_in_one_direction_and_opened_again() throws IOException {
        try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
                LinkNetwork network = new LinkNetwork();
                Socket client = new Socket(network.host(OTHER), network.port(ONE, OTHER, server.getLocalPort()));
                Socket served = server.accept()) {
            client.setSoTimeout(LONG_MILLIS);
            served.setSoTimeout(SHORT_MILLIS);
            network.cut(Set.of(new Way(ONE, OTHER)));
            client.getOutputStream().write(1);
            served.getOutputStream().write(2);
            assertEquals(2, client.getInputStream().read());
            assertThrows(
                    SocketTimeoutException.class, () -> served.getInputStream().read());
            served.setSoTimeout(LONG_MILLIS);
            network.cut(Set.of());
            assertEquals(1, served.getInputStream().read());
        }
    }

    @Test
    void a_way_between_namespaces_is_cut_in_one_direction_and_opened_again() throws Exception {
        Optional<Network> made = NamespaceNetwork.make(2, System.out::println);
        assumeTrue(made.isPresent(), "this machine lets nobody make network namespaces");
        try (Network network = made.get();
                Speaking one = Speaking.at(network, ONE);
                Speaking other = Speaking.at(network, OTHER)) {
            one.say(other, "first");
            assertEquals("first", other.heard());
            network.cut(Set.of(new Way(ONE, OTHER)));
            one.say(other, "lost");
            other.say(one, "back");
            assertEquals("back", one.heard());
            network.cut(Set.of());
            one.say(other, "again");
            assertEquals("again", other.heard());
        }
    }

    /** A running {@link Speaker} process. */
    private record Speaking(String host, Process process, BufferedReader out, PrintStream in) implements AutoCloseable {
        static Speaking at(Network network, Party party) throws IOException {
            List<String> command = new ArrayList<>(network.entry(party));
            command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
            command.addAll(List.of("-cp", System.getProperty("java.class.path"), Speaker.class.getName()));
            command.add(network.host(party));
            Process process = new ProcessBuilder(command)
                    .redirectError(ProcessBuilder.Redirect.INHERIT)
                    .start();
            var in = new PrintStream(process.getOutputStream(), true, UTF_8);
            var speaking = new Speaking(network.host(party), process, process.inputReader(UTF_8), in);
            assertEquals("listens", speaking.heard());
            return speaking;
        }

        /** Sends a word and returns once it has been sent. */
        void say(Speaking to, String word) throws IOException {
            in.println(to.host + " " + word);
            assertEquals(Speaker.SENT, heard());
        }

        String heard() throws IOException {
            return out.readLine();
        }

        @Override
        public void close() {
            process.destroyForcibly().onExit().join();
        }
    }
}

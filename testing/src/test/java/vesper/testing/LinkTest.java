package vesper.testing;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@DisplayNameGeneration(ReplaceUnderscores.class)
@Timeout(30)
class LinkTest {
    private static final int SHORT_MILLIS = 50;
    private static final int LONG_MILLIS = 20_000;

    private ServerSocket server;
    private Link link;
    private Socket client;
    private Socket served;

    @BeforeEach
    void connect() throws IOException {
        server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
        link = Link.to(server.getLocalPort());
        client = new Socket(InetAddress.getLoopbackAddress(), link.port());
        served = server.accept();
        client.setSoTimeout(LONG_MILLIS);
        served.setSoTimeout(LONG_MILLIS);
    }

    @AfterEach
    void close() throws IOException {
        client.close();
        served.close();
        link.close();
        server.close();
    }

    @Test
    void passes_on_what_either_side_sends() throws IOException {
        client.getOutputStream().write(1);
        served.getOutputStream().write(2);
        assertEquals(1, served.getInputStream().read());
        assertEquals(2, client.getInputStream().read());
    }

    @Test
    void holds_one_direction_and_lets_it_pass_later() throws IOException {
        link.hold(true, false);
        client.getOutputStream().write(1);
        served.getOutputStream().write(2);
        assertEquals(2, client.getInputStream().read());
        served.setSoTimeout(SHORT_MILLIS);
        assertThrows(SocketTimeoutException.class, () -> served.getInputStream().read());
        link.release();
        served.setSoTimeout(LONG_MILLIS);
        assertEquals(1, served.getInputStream().read());
    }

    @Test
    void an_end_of_one_side_is_one_for_the_other() throws IOException {
        served.close();
        assertEquals(-1, client.getInputStream().read());
    }

    @Test
    void resets_what_is_there_and_lets_others_come() throws IOException {
        link.reset();
        assertThrows(SocketException.class, () -> client.getInputStream().read());
        try (Socket again = new Socket(InetAddress.getLoopbackAddress(), link.port());
                Socket servedAgain = server.accept()) {
            again.getOutputStream().write(3);
            assertEquals(3, servedAgain.getInputStream().read());
        }
    }
}

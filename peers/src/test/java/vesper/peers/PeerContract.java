package vesper.peers;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedInputStream;
import java.io.InputStream;
import java.net.Socket;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The behaviour that the bench relies on in every peer. */
public final class PeerContract {
    private static final String BODY = "{\n  \"result\" : \"OK\",\n  \"message\" : \"Hello, world!\"\n}";
    private static final Pattern LENGTH = Pattern.compile("(?im)^content-length: (\\d+)\r?$");
    /** Above the default limits of requests per connection: 100 in Tomcat, 1000 in nginx. */
    private static final int CALLS = 1_100;

    private PeerContract() {}

    public static void assertKept(PeerProcess peer) throws Exception {
        assertGreetsOnKeptConnections(peer);
        assertThat(peer.get("/api/test/other").statusCode()).isEqualTo(404);
    }

    /** Does not check other paths, since the floor does not distinguish paths. */
    static void assertGreetsOnKeptConnections(PeerProcess peer) throws Exception {
        greets(peer);
        keepsConnections(peer);
    }

    /** Checks peers that still support HTTP/1.0. */
    public static void assertKeptOverHttp10(PeerProcess peer) throws Exception {
        try (Socket socket = connectedTo(peer)) {
            InputStream in = new BufferedInputStream(socket.getInputStream());
            for (int call = 1; call <= 3; call++) {
                String request = "GET /api/test/sayHello HTTP/1.0\r\nConnection: keep-alive\r\n\r\n";
                assertThat(answerTo(request, socket, in)).as("call %d", call).isEqualTo(BODY);
            }
        }
    }

    private static void greets(PeerProcess peer) throws Exception {
        HttpResponse<String> answer = peer.get("/api/test/sayHello");
        assertThat(answer.statusCode()).isEqualTo(200);
        assertThat(answer.body()).isEqualTo(BODY).hasSize(52);
        assertThat(answer.headers().firstValue("Content-Type").orElseThrow()).startsWith("application/json");
        assertThat(answer.headers().firstValue("Content-Length")).contains("52");
        assertThat(answer.headers().firstValue("Date")).isPresent();
    }

    private static void keepsConnections(PeerProcess peer) throws Exception {
        try (Socket socket = connectedTo(peer)) {
            InputStream in = new BufferedInputStream(socket.getInputStream());
            for (int call = 1; call <= CALLS; call++) {
                assertThat(answerTo("GET /api/test/sayHello HTTP/1.1\r\nHost: peer\r\n\r\n", socket, in))
                        .as("call %d", call)
                        .isEqualTo(BODY);
            }
        }
    }

    private static Socket connectedTo(PeerProcess peer) throws Exception {
        var socket = new Socket(peer.address().getHost(), peer.address().getPort());
        socket.setTcpNoDelay(true);
        return socket;
    }

    private static String answerTo(String request, Socket socket, InputStream in) throws Exception {
        socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
        String head = headOf(in);
        assertThat(head).contains(" 200 ");
        Matcher length = LENGTH.matcher(head);
        assertThat(length.find()).as(head).isTrue();
        return new String(in.readNBytes(Integer.parseInt(length.group(1))), StandardCharsets.UTF_8);
    }

    private static String headOf(InputStream in) throws Exception {
        var head = new StringBuilder();
        while (head.indexOf("\r\n\r\n") < 0) {
            int c = in.read();
            assertThat(c).as("the connection after %s", head).isNotNegative();
            head.append((char) c);
        }
        return head.toString();
    }
}

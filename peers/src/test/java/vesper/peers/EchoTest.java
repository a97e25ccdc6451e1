package vesper.peers;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URLEncoder;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.json.JsonMapper;

/** Tests the peers with an echo service, with and without a number of threads. */
@Timeout(120)
@DisplayNameGeneration(ReplaceUnderscores.class)
class EchoTest {
    private static final JsonMapper JSON = JsonMapper.builder().build();

    @ParameterizedTest
    @ValueSource(classes = {JettyPeer.class, RestExpressPeer.class, TomcatPeer.class})
    void a_text_comes_back_as_JSON(Class<?> main) throws Exception {
        try (PeerProcess peer = PeerProcess.ofJvm(main.getName())) {
            assertThat(peer.get("/api/test/echo?text=to+be%2C%20%22or%22%0Anot").body())
                    .isEqualTo("{\n  \"result\" : \"OK\",\n  \"message\" : \"to be, \\\"or\\\"\\nnot\"\n}");
            for (String text : new String[] {"", "a", "ä€😀", "\\ / \b \u0001 </script>", "x".repeat(2_000)}) {
                HttpResponse<String> answer = echo(peer, text);
                assertThat(answer.statusCode()).isEqualTo(200);
                assertThat(answer.headers().firstValue("Content-Type").orElseThrow())
                        .startsWith("application/json");
                assertThat(answer.headers().firstValue("Date")).isPresent();
                assertThat(JSON.readValue(answer.body(), Greeting.class)).isEqualTo(Greeting.echo(text));
            }
        }
    }

    @ParameterizedTest
    @ValueSource(classes = {JettyPeer.class, RestExpressPeer.class, TomcatPeer.class})
    void without_a_text_there_is_nothing_to_echo(Class<?> main) throws Exception {
        try (PeerProcess peer = PeerProcess.ofJvm(main.getName())) {
            for (String target : new String[] {"/api/test/echo", "/api/test/echo?other=a"}) {
                HttpResponse<String> answer = peer.get(target);
                assertThat(answer.statusCode()).isEqualTo(400);
                assertThat(JSON.readValue(answer.body(), Greeting.class)).isEqualTo(Greeting.withoutText());
            }
        }
    }

    @ParameterizedTest
    @CsvSource({
        "vesper.peers.JettyPeer, qtp[0-9]+-[0-9]+.*",
        "vesper.peers.RestExpressPeer, defaultEventExecutorGroup-.*",
        "vesper.peers.TomcatPeer, http-nio-.*-exec-[0-9]+"
    })
    void there_are_as_many_threads_as_were_said(String main, String names) throws Exception {
        try (PeerProcess peer = PeerProcess.ofJvm(main, "--threads", "6")) {
            for (int i = 0; i < 50; i++) peer.get("/api/test/echo?text=" + i);
            assertThat(peer.threadNames().filter(name -> name.matches(names))).hasSizeBetween(1, 6);
        }
    }

    private static HttpResponse<String> echo(PeerProcess peer, String text) throws Exception {
        return peer.get("/api/test/echo?text=" + URLEncoder.encode(text, StandardCharsets.UTF_8));
    }
}

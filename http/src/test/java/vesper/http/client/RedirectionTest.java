package vesper.http.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.URI;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Targets of redirects, and the fields that are sent there. */
@Timeout(60)
@DisplayNameGeneration(ReplaceUnderscores.class)
class RedirectionTest {
    private final HttpClient client =
            HttpClient.builder().redirects(Redirects.upTo(1)).build();

    @AfterEach
    void nothing_is_left_open() {
        client.close();
    }

    /** Redirects the first request and reports the target of the second one in its response. */
    private static RawServer movingTo(String location) throws Exception {
        return RawServer.running(peer -> {
            peer.request();
            peer.send("HTTP/1.1 302 Found\r\nLocation: " + location + "\r\nContent-Length: 0\r\n\r\n");
            String target = peer.request().split(" ", 3)[1];
            peer.send("HTTP/1.1 200 OK\r\nContent-Length: " + target.length() + "\r\n\r\n" + target);
        });
    }

    /** RFC 3986, sections 5.4.1 and 5.4.2, as far as the result stays on the same server. Fragments are not sent. */
    @ParameterizedTest
    @CsvSource({
        "g, /b/c/g",
        "./g, /b/c/g",
        "g/, /b/c/g/",
        "/g, /g",
        "?y, /b/c/d;p?y",
        "g?y, /b/c/g?y",
        "g#s, /b/c/g",
        "g?y#s, /b/c/g?y",
        ";x, /b/c/;x",
        "g;x, /b/c/g;x",
        "g;x?y#s, /b/c/g;x?y",
        "., /b/c/",
        "./, /b/c/",
        ".., /b/",
        "../, /b/",
        "../g, /b/g",
        "../.., /",
        "../../, /",
        "../../g, /g",
        "../../../g, /g",
        "../../../../g, /g",
        "/./g, /g",
        "/../g, /g",
        "g., /b/c/g.",
        ".g, /b/c/.g",
        "g.., /b/c/g..",
        "..g, /b/c/..g",
        "./../g, /b/g",
        "./g/., /b/c/g/",
        "g/./h, /b/c/g/h",
        "g/../h, /b/c/h",
        "g;x=1/./y, /b/c/g;x=1/y",
        "g;x=1/../y, /b/c/y",
        "g?y/./x, /b/c/g?y/./x",
        "g?y/../x, /b/c/g?y/../x",
        "g#s/./x, /b/c/g",
        "g#s/../x, /b/c/g",
        // Cases beyond those tables.
        "?, /b/c/d;p?",
        "/a//../b, /a/b",
        "/.//h, //h",
        "/%2e%2e/g?%20, /%2e%2e/g?%20"
    })
    void a_location_is_read_from_where_the_answer_came(String location, String target) throws Exception {
        try (RawServer server = movingTo(location)) {
            assertThat(client.exchange(ClientRequest.get(server.url("/b/c/d;p?q")))
                            .text())
                    .isEqualTo(target);
        }
    }

    @ParameterizedTest
    @CsvSource({"?page=2, /?page=2", "g, /g", "./g, /g"})
    void a_path_that_is_empty_is_the_root(String location, String target) throws Exception {
        try (RawServer server = movingTo(location)) {
            assertThat(client.exchange(ClientRequest.get(server.url(""))).text())
                    .isEqualTo(target);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "#s", "d;p?q", "./d;p?q"})
    void a_location_that_names_the_place_itself_is_a_loop(String location) throws Exception {
        try (RawServer server = movingTo(location)) {
            assertThatThrownBy(() -> client.exchange(ClientRequest.get(server.url("/b/c/d;p?q"))))
                    .isInstanceOf(RedirectRefusedException.class)
                    .hasMessageContaining("it is a loop");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"g:h", "http:g", "http:///g", "mailto:a@b", "//u@g/"})
    void a_location_without_a_server_to_ask_is_refused(String location) throws Exception {
        try (RawServer server = movingTo(location)) {
            assertThatThrownBy(() -> client.exchange(ClientRequest.get(server.url("/"))))
                    .isInstanceOf(RedirectRefusedException.class)
                    .hasMessageContaining("it leads to a place that cannot be asked");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"//", "http://"})
    void a_location_may_name_another_server(String prefix) throws Exception {
        try (RawServer other = RawServer.running(peer -> {
                    String target = peer.request().split(" ", 3)[1];
                    peer.send("HTTP/1.1 200 OK\r\nContent-Length: " + target.length() + "\r\n\r\n" + target);
                });
                RawServer server = movingTo(prefix + URI.create(other.url("/")).getAuthority() + "/a/../b?c")) {
            assertThat(client.exchange(ClientRequest.get(server.url("/"))).text())
                    .isEqualTo("/b?c");
        }
    }
}

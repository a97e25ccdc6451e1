package vesper.hosting;

import static org.assertj.core.api.Assertions.assertThat;
import static vesper.hosting.Server.text;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.UUID;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import vesper.http.Method;
import vesper.http.Response;

@DisplayNameGeneration(ReplaceUnderscores.class)
class ShippedPackagesTest {
    private static final Path SHIPPED = Path.of("../packages");
    private static final Pattern UUID_TEXT = Pattern.compile("[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}");

    @TempDir
    static Path documents;

    private static Server server;

    @BeforeAll
    static void start() throws IOException {
        server = Server.withDocuments(HostingSettings.of(SHIPPED).unwatched(), documents);
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @Test
    void every_one_is_started_and_has_a_version() {
        assertThat(server.packages.snapshots())
                .extracting(PackageSnapshot::name)
                .contains("counters", "echo", "hello", "uuid");
        assertThat(server.packages.snapshots()).allSatisfy(shipped -> {
            assertThat(shipped.state()).as("%s", shipped).isEqualTo(PackageState.STARTED);
            assertThat(shipped.version()).isNotEmpty();
        });
    }

    @Test
    void echo_answers_a_body_as_it_came() {
        for (Method method : List.of(Method.POST, Method.PUT)) {
            Response response = server.ask(method, "/api/echo", "<a>ä</a>", "Content-Type", "application/xml");

            assertThat(response.status()).isEqualTo(200);
            assertThat(response.header("Content-Type")).contains("application/xml");
            assertThat(text(response)).isEqualTo("<a>ä</a>");
        }
    }

    @Test
    void echo_answers_a_body_of_a_type_that_nobody_reads() {
        Response response = server.ask(Method.POST, "/api/echo", "\u0001\u0002", "Content-Type", "image/x-unheard-of");

        assertThat(response.header("Content-Type")).contains("image/x-unheard-of");
        assertThat(text(response)).isEqualTo("\u0001\u0002");
    }

    @Test
    void echo_answers_an_empty_body_with_one() {
        Response response = server.ask(Method.POST, "/api/echo", "");

        assertThat(response.status()).isEqualTo(200);
        assertThat(text(response)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"text", "/", "a/b/c", "*/xml", "text/plain; x=\"y", "te xt/plain", "\u00e4/b", ";"})
    void echo_refuses_a_type_that_is_none(String type) {
        for (String body : List.of("", "<a/>"))
            assertThat(server.ask(Method.POST, "/api/echo", body, "Content-Type", type)
                            .status())
                    .isIn(400, 415);
    }

    @Test
    void echo_answers_its_parameter_by_Accept() {
        assertThat(text(server.get("/api/echo?echo=hi"))).isEqualTo("{\n  \"echo\" : \"hi\"\n}");
        assertThat(text(server.get("/api/echo?echo=hi", "Accept", "application/xml")))
                .contains("<echo>hi</echo>");
        assertThat(server.get("/api/echo").status()).isEqualTo(400);
    }

    @Test
    void uuids_are_XML_unless_JSON_is_asked_for() {
        Response xml = server.get("/api/uuid?method=TIME&count=3");
        assertThat(xml.header("Content-Type").orElseThrow()).startsWith("application/xml");
        assertThat(text(xml)).matches("<uuids>(<uuid>[0-9a-f-]{36}</uuid>){3}</uuids>");

        for (String accept : List.of("application/json", "application/json, application/xml;q=0.5")) {
            Response json = server.get("/api/uuid?method=TIME&count=3", "Accept", accept);
            assertThat(json.header("Content-Type").orElseThrow()).startsWith("application/json");
            assertThat(text(json).replaceAll("\\s", "")).matches("\\{\"uuids\":\\[(\"[0-9a-f-]{36}\",?){3}]}");
        }
        for (String accept : List.of("*/*", "application/xml", "application/xml, application/json")) {
            Response byDefault = server.get("/api/uuid", "Accept", accept);
            assertThat(byDefault.header("Content-Type").orElseThrow()).startsWith("application/xml");
        }
    }

    @Test
    void the_method_gives_the_version() {
        assertThat(uuids("/api/uuid?method=RANDOM&count=100")).hasSize(100).allMatch(uuid -> uuid.version() == 4);
        assertThat(uuids("/api/uuid?method=TIME&count=100"))
                .doesNotHaveDuplicates()
                .hasSize(100)
                .allMatch(uuid -> uuid.version() == 1);
        assertThat(uuids("/api/uuid?method=NAME&name=ada&count=2"))
                .hasSize(2)
                .allMatch(uuid -> uuid.version() == 5)
                .isEqualTo(uuids("/api/uuid?method=NAME&name=ada&count=2"));
        assertThat(uuids("/api/uuid")).hasSize(1).allMatch(uuid -> uuid.version() == 4);
    }

    @Test
    void a_posted_request_says_what_to_make() {
        Response response = server.ask(
                Method.POST,
                "/api/uuid",
                "<request><method>TIME</method><count>10</count></request>",
                "Content-Type",
                "application/xml");

        assertThat(response.status()).isEqualTo(200);
        assertThat(uuids(response)).hasSize(10).allMatch(uuid -> uuid.version() == 1);
        assertThat(uuids(server.ask(Method.POST, "/api/uuid?method=TIME&count=2", "")))
                .hasSize(2);
    }

    @Test
    void what_cannot_be_made_is_refused() {
        assertThat(server.get("/api/uuid?count=0").status()).isEqualTo(400);
        assertThat(server.get("/api/uuid?count=10001").status()).isEqualTo(400);
        assertThat(server.get("/api/uuid?count=many").status()).isEqualTo(400);
        assertThat(server.get("/api/uuid?method=MAGIC").status()).isEqualTo(400);
        assertThat(text(server.get("/api/uuid?method=NAME"))).contains("method NAME needs a name");
        assertThat(refused("<request><colour/></request>")).contains("<colour> is not part of a request");
        assertThat(refused("<uuids/>")).contains("the root element is not <request>");
        assertThat(refused("<request>")).contains("the body is not the XML of a request");
        assertThat(refused("<!DOCTYPE r [<!ENTITY e SYSTEM 'file:///etc/passwd'>]><request><name>&e;</name></request>"))
                .contains("the body is not the XML of a request");
    }

    @Test
    void a_request_for_UUIDs_that_is_too_long_is_not_parsed() {
        String deep = "<request>" + "<a>".repeat(2_000);
        assertThat(server.ask(Method.POST, "/api/uuid", deep, "Content-Type", "application/xml")
                        .status())
                .isEqualTo(413);
        assertThat(uuids(server.ask(
                        Method.POST,
                        "/api/uuid",
                        "<request><method>NAME</method><name>" + "n".repeat(4_000) + "</name></request>",
                        "Content-Type",
                        "application/xml")))
                .hasSize(1);
    }

    private static String refused(String body) {
        Response response = server.ask(Method.POST, "/api/uuid", body, "Content-Type", "application/xml");
        assertThat(response.status()).isEqualTo(400);
        return text(response);
    }

    private static List<UUID> uuids(String target) {
        return uuids(server.get(target));
    }

    private static List<UUID> uuids(Response response) {
        return UUID_TEXT
                .matcher(text(response))
                .results()
                .map(found -> UUID.fromString(found.group()))
                .toList();
    }
}

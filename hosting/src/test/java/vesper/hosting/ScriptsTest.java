package vesper.hosting;

import static org.assertj.core.api.Assertions.assertThat;
import static vesper.hosting.Server.text;
import static vesper.hosting.Server.write;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import vesper.http.Headers;
import vesper.http.Method;
import vesper.http.Request;
import vesper.http.Response;
import vesper.rest.openapi.ApiInfo;
import vesper.rest.openapi.OpenApi;

/** Scripts of both platforms, which differ only in the package of their imports. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class ScriptsTest {
    private static final Path HELLO = Path.of("../packages/hello/code/Test.groovy");
    private static final String MARTINI = "io.toro.martini.api";
    private static final String INTEGRATE = "io.toro.integrate.core.api";

    private @TempDir Path folder;

    @ParameterizedTest
    @ValueSource(strings = {MARTINI, INTEGRATE})
    void hello_is_52_bytes_of_JSON(String platform) throws IOException {
        write(folder, "hello/code/Test.groovy", Files.readString(HELLO).replace(MARTINI, platform));

        try (Server server = server()) {
            Response response = server.get("/api/test/sayHello");

            assertThat(response.status()).isEqualTo(200);
            assertThat(response.header("Content-Type").orElseThrow()).startsWith("application/json");
            assertThat(text(response))
                    .isEqualTo("{\n  \"result\" : \"OK\",\n  \"message\" : \"Hello, world!\"\n}")
                    .hasSize(52);
        }
    }

    @Test
    void Groovys_JSON_and_XML_are_there_for_services() throws IOException {
        write(folder, "orders/code/Orders.groovy", """
                import groovy.json.JsonOutput
                import groovy.json.JsonSlurper
                import groovy.xml.MarkupBuilder
                import groovy.xml.XmlSlurper
                import org.springframework.web.bind.annotation.*
                @RestController
                class Orders {
                    @GetMapping('json') String json() {
                        JsonOutput.toJson(new JsonSlurper().parseText('{"a": [1, {"b": 2.50}], "c": null}'))
                    }
                    @GetMapping('xml') String xml() {
                        def text = new StringWriter()
                        new MarkupBuilder(text).order(id: 7) { line('a < b') }
                        def order = new XmlSlurper().parseText(text.toString())
                        "${order.@id} ${order.line}"
                    }
                }
                """);

        try (Server server = server()) {
            assertThat(text(server.get("/api/json"))).isEqualTo("{\"a\":[1,{\"b\":2.50}],\"c\":null}");
            assertThat(text(server.get("/api/xml"))).contains("7 a < b");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "@groovy.transform.CompileStatic"})
    void a_script_throws_exceptions_of_Spring_however_it_is_compiled(String compiled) throws IOException {
        write(folder, "orders/code/Orders.groovy", """
                import org.springframework.http.*
                import org.springframework.web.bind.annotation.*
                import org.springframework.web.server.ResponseStatusException
                %s
                @RestController
                class Orders {
                    @GetMapping('gone') String gone() { throw new ResponseStatusException(HttpStatus.GONE, 'it was here') }
                    @GetMapping('caught') String caught() {
                        try { gone() } catch (ResponseStatusException e) { e.reason + ' ' + e.statusCode.value() }
                    }
                }
                """.formatted(compiled));

        try (Server server = server()) {
            Response gone = server.get("/api/gone");
            assertThat(gone.status()).as(text(gone)).isEqualTo(410);
            assertThat(text(gone)).contains("it was here");
            assertThat(text(server.get("/api/caught", "Accept", "text/plain"))).isEqualTo("it was here 410");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {MARTINI, INTEGRATE})
    void hello_is_XML_to_who_accepts_that(String platform) throws IOException {
        write(folder, "hello/code/Test.groovy", Files.readString(HELLO).replace(MARTINI, platform));

        try (Server server = server()) {
            Response response = server.get("/api/test/sayHello", "Accept", "application/xml");

            assertThat(text(response))
                    .isEqualTo("<APIResponse><result>OK</result><message>Hello, world!</message></APIResponse>");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {MARTINI, INTEGRATE})
    void an_APIException_is_an_answer(String platform) throws IOException {
        write(folder, "one/code/Failing.groovy", """
                import %s.*
                import org.springframework.web.bind.annotation.*
                @RestController
                class Failing {
                    @GetMapping('fail') APIResponse fail(@RequestParam(required = false) Integer code) {
                        if (code != null) throw new APIException('no tea', 418, code)
                        throw new APIException('no tea', 418)
                    }
                }
                """.formatted(platform));

        try (Server server = server()) {
            Response response = server.get("/api/fail");
            assertThat(response.status()).isEqualTo(418);
            assertThat(text(response).replaceAll("\\s", ""))
                    .isEqualTo("{\"result\":\"ERROR\",\"apiErrorCode\":-1,\"message\":\"notea\"}");
            assertThat(text(server.get("/api/fail?code=7", "Accept", "application/xml")))
                    .isEqualTo("<APIResponse><result>ERROR</result><apiErrorCode>7</apiErrorCode>"
                            + "<message>no tea</message></APIResponse>");
        }
    }

    @Test
    void the_metaclass_of_a_Groovy_object_is_neither_described_nor_read_nor_written() throws Exception {
        write(folder, "one/code/Orders.groovy", """
                import org.springframework.web.bind.annotation.*

                class Order { String name; Order next }

                @RestController
                class Orders {
                    @PostMapping('orders') Order take(@RequestBody Order order) {
                        if (order.metaClass.class.name.contains('Expando')) throw new IllegalStateException()
                        order
                    }
                }
                """);

        try (Server server = server()) {
            String document = text(new OpenApi(server.router, new ApiInfo("a", "1", ""))
                    .route()
                    .handler()
                    .handle(Request.of(Method.GET, "/openapi.json", Headers.of(), new byte[0])));
            assertThat(document).contains("\"Order\"", "\"next\"").doesNotContainIgnoringCase("metaclass");

            for (String metaClass : List.of("{}", "null", "\"x\"", "{\"theClass\":\"java.lang.String\"}")) {
                Response response = server.ask(
                        Method.POST,
                        "/api/orders",
                        "{\"metaClass\":" + metaClass + ",\"name\":\"a\"}",
                        "Content-Type",
                        "application/json");
                assertThat(response.status()).as(metaClass).isEqualTo(200);
                assertThat(text(response)).contains("\"a\"").doesNotContain("etaClass");
            }
        }
    }

    private Server server() throws IOException {
        return Server.over(HostingSettings.of(folder).unwatched());
    }
}

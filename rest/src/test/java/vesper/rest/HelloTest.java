package vesper.rest;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestMethod;
import org.springframework.web.bind.annotation.RestController;
import vesper.codec.Codec;
import vesper.http.Headers;
import vesper.http.Method;
import vesper.http.Request;
import vesper.http.Response;
import vesper.rest.controllers.Controllers;
import vesper.rest.routing.Route;
import vesper.rest.routing.Router;

@DisplayNameGeneration(ReplaceUnderscores.class)
class HelloTest {
    private static final String JSON = "{\n  \"result\" : \"OK\",\n  \"message\" : \"Hello, world!\"\n}";
    private static final String XML = "<APIResponse><result>OK</result><message>Hello, world!</message></APIResponse>";

    public record APIResponse(String result, String message) {}

    @RestController
    @RequestMapping(value = "test")
    public static class Hello {
        @RequestMapping(value = "sayHello", method = RequestMethod.GET)
        public APIResponse sayHello() {
            return new APIResponse("OK", "Hello, world!");
        }
    }

    private final Router router = new Router();

    HelloTest() {
        Controllers controllers = new Controllers(new Codec(true), Runnable::run);
        router.publish("hello", controllers.routesOf(new Hello(), "/api", "Hello.groovy"));
    }

    @Test
    void says_hello_in_52_bytes_of_JSON() {
        assertThat(get(Headers.NONE)).satisfies(answer -> {
            assertThat(answer.status()).isEqualTo(200);
            assertThat(answer.header("Content-Type")).hasValue("application/json");
            assertThat(content(answer)).isEqualTo(JSON).hasSize(52);
        });
        assertThat(content(get(Headers.of("Accept", "*/*")))).isEqualTo(JSON);
    }

    @Test
    void says_hello_in_XML_to_those_who_want_that() {
        Response answer = get(Headers.of("Accept", "application/xml"));
        assertThat(answer.header("Content-Type")).hasValue("application/xml");
        assertThat(content(answer)).isEqualTo(XML);
    }

    @Test
    void tells_the_request_what_answered_it() {
        Request request = Request.of(Method.GET, "/api/test/sayHello");
        router.handle(request);
        assertThat(request.route()).isEqualTo("GET /api/test/sayHello");
        assertThat(router.routes()).extracting(Route::source).isEqualTo(List.of("Hello.sayHello (Hello.groovy)"));
    }

    private Response get(Headers headers) {
        return router.handle(Request.of(Method.GET, "/api/test/sayHello", headers, new byte[0]));
    }

    private static String content(Response response) {
        return new String(((Response.Bytes) response.content()).toArray(), java.nio.charset.StandardCharsets.UTF_8);
    }
}

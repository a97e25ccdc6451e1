package vesper.rest.routing;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;
import vesper.codec.Codec;
import vesper.http.Headers;
import vesper.http.Method;
import vesper.http.Request;
import vesper.http.Response;
import vesper.rest.controllers.Controllers;

/*
 * Question: what does a request cost from router to marshalled response, and does the number of routes matter?
 * Guess: 30 ns for routing alone, 400 ns for hello as JSON, the same with 10 and with 10,000 routes.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class RouterBenchmark {
    public record Answer(String result, String message) {}

    @RestController
    public static class Hello {
        private static final Answer ANSWER = new Answer("OK", "Hello, world!");

        @GetMapping("/test/sayHello")
        public Answer sayHello() {
            return ANSWER;
        }

        @GetMapping(
                value = "/hello",
                produces = {"application/json", "application/xml"})
        public Answer hello() {
            return ANSWER;
        }

        @GetMapping("/orders/{id}")
        public Answer order(@PathVariable int id, @RequestParam(defaultValue = "1") int page) {
            return ANSWER;
        }

        @PostMapping("/orders")
        public Answer add(@RequestBody Answer body) {
            return body;
        }
    }

    @Param({"10", "10000"})
    int routes = 10;

    private final Router router = new Router();
    private final Request bare = request(Method.GET, "/bare", "");
    private final Request variable = request(Method.GET, "/a/17/b", "");
    private final Request hello = request(Method.GET, "/api/test/sayHello", "");
    private final Request helloXml = request(Method.GET, "/api/test/sayHello", "", "Accept", "application/xml");
    private final Request choosing =
            request(Method.GET, "/api/hello", "", "Accept", "text/html,application/xml;q=0.9,*/*;q=0.8");
    private final Request order = request(Method.GET, "/api/orders/17?page=3", "");
    private final Request post = request(
            Method.POST, "/api/orders", "{\"result\":\"OK\",\"message\":\"x\"}", "Content-Type", "application/json");

    @Setup
    public void publish() {
        Response nothing = Response.of(204);
        List<Route> all = new ArrayList<>();
        all.add(new Route(Method.GET, "/bare", List.of(), List.of(), _ -> nothing, ""));
        all.add(new Route(Method.GET, "/a/{x}/b", List.of(), List.of(), _ -> nothing, ""));
        for (int i = 0; i < routes; i++) {
            String path = "/api/other" + i + (i % 2 == 0 ? "/all" : "/{id}");
            all.add(new Route(Method.GET, path, List.of(), List.of(), _ -> nothing, ""));
        }
        all.addAll(new Controllers(new Codec(true), Runnable::run).routesOf(new Hello(), "/api", "Hello.java"));
        router.publish("all", all);
    }

    @Benchmark
    public Response routeLiteral() {
        return router.handle(bare);
    }

    @Benchmark
    public Response routeVariable() {
        return router.handle(variable);
    }

    @Benchmark
    public Response helloAsJson() {
        return router.handle(hello);
    }

    @Benchmark
    public Response helloAsXml() {
        return router.handle(helloXml);
    }

    @Benchmark
    public Response helloAsWhatIsProduced() {
        return router.handle(choosing);
    }

    @Benchmark
    public Response variableAndParameter() {
        return router.handle(order);
    }

    @Benchmark
    public Response bodyInAndOut() {
        return router.handle(post);
    }

    private static Request request(Method method, String target, String body, String... headers) {
        return Request.of(method, target, Headers.of(headers), body.getBytes(UTF_8));
    }
}

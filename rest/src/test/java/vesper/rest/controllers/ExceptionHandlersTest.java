package vesper.rest.controllers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.springframework.http.HttpStatus;
import org.springframework.http.ProblemDetail;
import org.springframework.http.ResponseEntity;
import org.springframework.web.ErrorResponseException;
import org.springframework.web.bind.annotation.ControllerAdvice;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.InitBinder;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.bind.annotation.RestControllerAdvice;
import org.springframework.web.server.ResponseStatusException;
import vesper.codec.Codec;
import vesper.http.HttpServer;
import vesper.http.HttpSettings;
import vesper.http.Method;
import vesper.http.Request;
import vesper.rest.Problem;
import vesper.rest.ProblemException;
import vesper.rest.ProblemType;
import vesper.rest.RunOn;
import vesper.rest.Services;
import vesper.rest.Wire;

@DisplayNameGeneration(ReplaceUnderscores.class)
class ExceptionHandlersTest {
    @ResponseStatus(HttpStatus.CONFLICT)
    static class Conflict extends RuntimeException {
        private static final long serialVersionUID = 1;
    }

    static final class SpecialConflict extends Conflict {
        private static final long serialVersionUID = 1;
    }

    @RestController
    public static class Throwing {
        @GetMapping("/io")
        public String io(@RequestParam(defaultValue = "0") int deep) throws IOException {
            if (deep == 1) throw new FileNotFoundException("gone");
            if (deep == 2) throw new IllegalStateException("outer", new FileNotFoundException("inner"));
            throw new IOException("broken");
        }

        @GetMapping("/late")
        public CompletionStage<String> late() {
            return CompletableFuture.failedFuture(new IOException("late"));
        }

        @GetMapping("/argument")
        public String argument() {
            throw new IllegalArgumentException("secret");
        }

        @GetMapping("/arithmetic")
        public int arithmetic() {
            return 1 / Integer.parseInt("0");
        }

        @GetMapping("/conflict")
        public String conflict() {
            throw new RuntimeException(new SpecialConflict());
        }

        @GetMapping("/gone")
        public String gone() {
            throw new ResponseStatusException(HttpStatus.GONE, "it was here");
        }

        @GetMapping("/error")
        public String error() {
            ProblemDetail detail = ProblemDetail.forStatusAndDetail(HttpStatus.PAYMENT_REQUIRED, "30 are missing");
            detail.setType(URI.create("https://shop.example/credit"));
            detail.setProperty("balance", 30);
            throw new ErrorResponseException(HttpStatus.PAYMENT_REQUIRED, detail, null);
        }

        @GetMapping("/detail")
        public ProblemDetail detail() {
            return ProblemDetail.forStatusAndDetail(HttpStatus.LOCKED, "locked");
        }

        @GetMapping("/entity")
        public ResponseEntity<ProblemDetail> entity() {
            return ResponseEntity.status(423).header("X-A", "1", "2").body(ProblemDetail.forStatus(HttpStatus.LOCKED));
        }

        @ExceptionHandler
        @ResponseStatus(HttpStatus.SERVICE_UNAVAILABLE)
        public Map<String, String> io(IOException e, Request request, @RequestHeader(required = false) String by) {
            return Map.of("io", e.getMessage() + " " + request.path() + " " + by);
        }

        @ExceptionHandler(FileNotFoundException.class)
        public ResponseEntity<String> notFound(FileNotFoundException e) {
            return ResponseEntity.status(404).header("X-Why", e.getMessage()).body("none");
        }
    }

    @RestControllerAdvice
    public static class Caring {
        @ExceptionHandler(IOException.class)
        public String never() {
            return "the controller's own goes first";
        }

        @ExceptionHandler({IllegalArgumentException.class, IllegalStateException.class})
        public Problem argument(RuntimeException e) {
            return ProblemType.ofStatus(422).because("handled " + e.getClass().getSimpleName());
        }

        @ExceptionHandler(ArithmeticException.class)
        public String breaking() throws IOException {
            throw new IOException("the handler breaks too");
        }
    }

    @RestControllerAdvice
    public static class Everything {
        @ExceptionHandler(Exception.class)
        public String all(Exception e) {
            return "all: " + e.getClass().getSimpleName();
        }
    }

    @ControllerAdvice(assignableTypes = Runnable.class)
    public static class Elsewhere {
        @ExceptionHandler(IllegalArgumentException.class)
        public String never() {
            return "";
        }
    }

    private static Services services(Object... advice) {
        return Services.advised(new Throwing(), advice);
    }

    @Test
    void the_nearest_type_handles_and_the_controllers_own_goes_first() {
        Services services = services(new Caring());
        assertThat(services.get("/api/io", "by", "Ann").body()).isEqualTo("{\"io\":\"broken /api/io Ann\"}");
        assertThat(services.get("/api/io").status()).isEqualTo(503);
        assertThat(services.get("/api/io?deep=1").status()).isEqualTo(404);
        assertThat(services.get("/api/io?deep=1").header("X-Why")).isEqualTo("gone");
        assertThat(services.get("/api/argument").status()).isEqualTo(422);
        assertThat(services.get("/api/argument").body()).contains("handled IllegalArgumentException");
    }

    @Test
    void a_cause_is_handled_where_nothing_handles_the_exception() {
        assertThat(services().get("/api/io?deep=2").header("X-Why")).isEqualTo("inner");
        assertThat(services(new Caring()).get("/api/io?deep=2").body()).contains("handled IllegalStateException");
    }

    @Test
    void what_fails_later_is_handled_as_well() throws Exception {
        try (HttpServer server =
                        HttpServer.start(HttpSettings.DEFAULTS, services().router(), List.of());
                HttpClient client = HttpClient.newHttpClient()) {
            URI address = URI.create("http://127.0.0.1:" + server.address().getPort() + "/api/late");
            HttpResponse<String> answer =
                    client.send(HttpRequest.newBuilder(address).build(), HttpResponse.BodyHandlers.ofString());
            assertThat(answer.statusCode()).isEqualTo(503);
            assertThat(answer.body()).contains("late");
        }
    }

    @Test
    void a_handler_that_throws_is_a_server_error() {
        Services.Answer answer = services(new Caring()).get("/api/arithmetic");
        assertThat(answer.status()).isEqualTo(500);
        assertThat(answer.body()).doesNotContain("breaks");
    }

    @Test
    void a_bad_request_is_no_exception_unless_its_class_is_named() {
        assertThat(services(new Everything()).get("/api/io?deep=x").status()).isEqualTo(400);
        assertThat(services(new Everything()).get("/api/gone").body()).isEqualTo("all: ResponseStatusException");
    }

    @Test
    void springs_own_failures_and_problem_details_are_problems() {
        Services services = services();
        assertThat(services.get("/api/gone").status()).isEqualTo(410);
        assertThat(services.get("/api/gone").body()).contains("it was here");
        assertThat(services.get("/api/error").body())
                .isEqualTo("{\"type\":\"https://shop.example/credit\",\"title\":\"Payment Required\",\"status\":402,"
                        + "\"detail\":\"30 are missing\",\"balance\":30}");
        assertThat(services.get("/api/error", "Accept", "application/xml").body())
                .contains("<balance>30</balance>");
        assertThat(services.get("/api/detail").status()).isEqualTo(423);
        assertThat(services.get("/api/detail").type()).isEqualTo("application/problem+json");
        assertThat(services.get("/api/entity").response().headers("X-A")).containsExactly("1", "2");
        assertThat(services.get("/api/entity").type()).isEqualTo("application/problem+json");
    }

    @Test
    void the_status_of_a_superclass_or_cause_counts() {
        assertThat(services().get("/api/conflict").status()).isEqualTo(409);
    }

    @Test
    void advice_is_for_those_that_it_selects() {
        assertThat(services(new Elsewhere()).get("/api/argument").status()).isEqualTo(500);
    }

    public static class Twice {
        @ExceptionHandler(IOException.class)
        public String one() {
            return "";
        }

        @ExceptionHandler
        public String two(IOException e) {
            return "";
        }
    }

    public static class Silent {
        @ExceptionHandler
        public String any() {
            return "";
        }
    }

    public static class Binder {
        @InitBinder
        public void bind() {}
    }

    @Test
    void handlers_that_cannot_be_told_apart_or_say_nothing_are_refused() {
        Controllers controllers = new Controllers(new Codec(false), Runnable::run);
        assertThatThrownBy(() -> controllers.routesOf(new Twice(), "", "T.java"))
                .hasMessageContaining("IOException is handled by")
                .hasMessageContaining("Twice.one (T.java)")
                .hasMessageContaining("Twice.two (T.java)");
        assertThatThrownBy(() -> controllers.routesOf(new Silent(), "", "S.java"))
                .hasMessage("Silent.any (S.java): it does not declare which exceptions it handles");
        assertThatThrownBy(() -> controllers.routesOf(new Binder(), "", "B.java"))
                .hasMessage("Binder.bind (B.java): @InitBinder on a method is not supported");
        assertThat(Controllers.isAdvice(Caring.class)).isTrue();
        assertThat(Controllers.isAdvice(Throwing.class)).isFalse();
        assertThat(services().call(Method.HEAD, "/api/io", "").status()).isEqualTo(503);
    }

    @RestController
    public static class Reading {
        @PostMapping("/body")
        public String body(@RequestBody String body) throws IOException {
            throw new IOException("after " + body.length());
        }

        @PostMapping("/form")
        public String form(@RequestParam Map<String, String> all) throws IOException {
            throw new IOException("after " + all.size());
        }

        @PostMapping("/elsewhere")
        @RunOn(RunOn.Threads.PLATFORM)
        public CompletionStage<String> elsewhere(@RequestBody String body) {
            return CompletableFuture.failedFuture(new IOException("after " + body.length()));
        }

        @PostMapping("/number")
        public String number(@RequestBody String body, @RequestParam int n) {
            return body + n;
        }

        @ExceptionHandler
        public String failed(IOException e, @RequestBody String body, InputStream stream) throws IOException {
            return e.getMessage() + ", again " + body.length() + " and " + stream.readAllBytes().length;
        }

        @ExceptionHandler
        public String bad(ProblemException e, @RequestBody String body) {
            return "bad, again " + body.length();
        }
    }

    @Test
    void what_the_handler_has_read_of_the_request_its_exception_handler_has_too() throws Exception {
        String content = "a=" + "x".repeat(200_000);
        Map<String, String> expected = Map.of(
                "body", "after 200002, again 200002 and 200002",
                "form", "after 1, again 200002 and 200002",
                "elsewhere", "after 200002, again 200002 and 200002",
                "number?n=none", "bad, again 200002");
        try (Wire wire = new Wire(ControllerContext.defaults(Runnable::run), new Reading())) {
            for (Map.Entry<String, String> each : expected.entrySet()) {
                String head = "POST /api/" + each.getKey() + " HTTP/1.1\r\nHost: localhost\r\nContent-Length: "
                        + content.length() + "\r\nContent-Type: application/x-www-form-urlencoded\r\n"
                        + "Connection: close\r\n\r\n";
                try (Wire.Caller caller = wire.call(head + content)) {
                    assertThat(caller.readToEnd()).startsWith("HTTP/1.1 200").endsWith("\n" + each.getValue() + "\n");
                }
            }
        }
    }
}

package vesper.rest;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.core.io.ByteArrayResource;
import org.springframework.core.io.FileSystemResource;
import org.springframework.core.io.Resource;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;
import vesper.http.Method;
import vesper.http.Response;

/** Responses whose content is produced while it is sent. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class StreamedResponsesTest {
    public record Row(int id, String text) {}

    @RestController
    public static class Streams {
        final AtomicBoolean closed = new AtomicBoolean();
        Path folder = Path.of("");

        @GetMapping(path = "rows", produces = "application/x-ndjson")
        public Stream<Row> rows() {
            return IntStream.range(0, 3).mapToObj(i -> new Row(i, "line\n" + i)).onClose(() -> closed.set(true));
        }

        @GetMapping(path = "iterator", produces = "application/x-ndjson")
        public Iterator<Map<String, Integer>> iterator() {
            return List.of(Map.of("a", 1), Map.of("a", 2)).iterator();
        }

        @GetMapping(
                path = "list",
                produces = {"application/json", "application/x-ndjson"})
        public List<Integer> list() {
            return List.of(1, 2);
        }

        @GetMapping(path = "body", produces = "text/csv")
        public StreamingBody body() {
            return out -> out.write("a,b\n".getBytes(UTF_8));
        }

        @GetMapping("entity")
        public ResponseEntity<StreamingBody> entity() {
            return ResponseEntity.status(201).header("Content-Type", "text/css").body(out -> out.write('x'));
        }

        @GetMapping("path")
        public Path path() {
            return folder.resolve("page.html");
        }

        @GetMapping("elsewhere")
        @RunOn(RunOn.Threads.PLATFORM)
        public Path elsewhere() {
            return path();
        }

        @GetMapping("missing")
        public Path missing() {
            return folder.resolve("missing.html");
        }

        @GetMapping("folder")
        public Path folder() {
            return folder;
        }

        @GetMapping("resource")
        public Resource resource() {
            return new FileSystemResource(folder.resolve("page.html"));
        }

        @GetMapping(path = "bytes", produces = "image/png")
        public Resource bytes() {
            return new ByteArrayResource(new byte[] {1, 2});
        }
    }

    private final Streams streams = new Streams();
    private final Services services = Services.of(streams);

    @TempDir
    Path folder;

    @BeforeEach
    void writeFile() throws Exception {
        streams.folder = folder;
        Files.writeString(folder.resolve("page.html"), "<p>" + "x".repeat(200_000));
    }

    @Test
    void values_of_a_stream_are_lines_of_JSON() throws Exception {
        Services.Answer answer = services.get("/api/rows");
        assertThat(answer.type()).isEqualTo("application/x-ndjson");
        assertThat(sent(answer)).isEqualTo("""
                        {"id":0,"text":"line\\n0"}
                        {"id":1,"text":"line\\n1"}
                        {"id":2,"text":"line\\n2"}
                        """);
        assertThat(streams.closed).isTrue();
        assertThat(sent(services.get("/api/iterator"))).isEqualTo("{\"a\":1}\n{\"a\":2}\n");
    }

    @Test
    void a_list_is_lines_for_who_asks_for_lines() throws Exception {
        assertThat(services.get("/api/list").body()).isEqualTo("[1,2]");
        assertThat(sent(services.get("/api/list", "Accept", "application/x-ndjson")))
                .isEqualTo("1\n2\n");
    }

    @Test
    void a_stream_that_is_not_sent_is_closed() {
        services.call(Method.HEAD, "/api/rows", "");
        assertThat(streams.closed).isTrue();
    }

    @Test
    void a_handler_may_write_its_answer_itself() throws Exception {
        Services.Answer answer = services.get("/api/body");
        assertThat(answer.type()).isEqualTo("text/csv;charset=UTF-8");
        assertThat(sent(answer)).isEqualTo("a,b\n");
        Services.Answer entity = services.get("/api/entity");
        assertThat(entity.status()).isEqualTo(201);
        assertThat(entity.type()).isEqualTo("text/css");
        assertThat(sent(entity)).isEqualTo("x");
    }

    @Test
    void a_file_is_sent_as_what_its_name_says() throws Exception {
        for (String path : List.of("/api/path", "/api/resource")) {
            Services.Answer answer = services.get(path);
            assertThat(answer.type()).isEqualTo("text/html");
            assertThat(sent(answer)).hasSize(200_003).startsWith("<p>x");
        }
        Response.Content known = services.get("/api/path").response().content();
        assertThat(((Response.Streamed) known).length()).isEqualTo(200_003);
        assertThat(services.get("/api/bytes").type()).isEqualTo("image/png");
        assertThat(sent(services.get("/api/bytes"))).hasSize(2);
    }

    @Test
    void a_file_of_a_handler_on_the_last_platform_thread_waits_for_no_other() throws Exception {
        ExecutorService last = Executors.newSingleThreadExecutor();
        try {
            Response later = Services.of(last, streams).get("/api/elsewhere").response();
            Response response =
                    later.whenReady().orElseThrow().toCompletableFuture().get(10, TimeUnit.SECONDS);
            assertThat(response.header("Content-Type")).hasValue("text/html");
        } finally {
            last.shutdownNow();
        }
    }

    @Test
    void a_file_that_is_not_there_is_not_found() {
        assertThat(services.get("/api/missing").status()).isEqualTo(404);
        assertThat(services.get("/api/missing").body()).doesNotContain(folder.toString());
        assertThat(services.get("/api/folder").status()).isEqualTo(404);
    }

    @Test
    void who_does_not_take_the_type_of_a_file_is_told() {
        assertThat(services.get("/api/path", "Accept", "image/*").status()).isEqualTo(406);
    }

    private static String sent(Services.Answer answer) throws Exception {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ((Response.Streamed) answer.response().content()).writer().writeTo(out);
        return out.toString(UTF_8);
    }
}

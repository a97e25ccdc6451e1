package vesper.launcher;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import vesper.testing.Eventually;
import vesper.testing.Rounds;

/** Installing packages over HTTP, even on a server that is killed during it. */
@Timeout(120)
@DisplayNameGeneration(ReplaceUnderscores.class)
class InstallEndpointTest {
    private static final int KILLS = Rounds.of("VESPER_INSTALL_KILLS", 2, 10);

    @TempDir
    Path folder;

    private final HttpClient client = HttpClient.newHttpClient();

    private static String saying(String word) {
        return """
                import org.springframework.web.bind.annotation.*
                @RestController
                class Saying {
                    @GetMapping('orders') Map<String, String> say() { [said: '%s'] }
                }
                """.formatted(word);
    }

    private static byte[] zip(String file, String text) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ZipOutputStream out = new ZipOutputStream(bytes)) {
            out.putNextEntry(new ZipEntry(file));
            out.write(text.getBytes(UTF_8));
        }
        return bytes.toByteArray();
    }

    private HttpResponse<String> send(URI server, String method, String path, String type, byte[] body)
            throws IOException, InterruptedException {
        HttpRequest.Builder request =
                HttpRequest.newBuilder(server.resolve(path)).method(method, BodyPublishers.ofByteArray(body));
        if (!type.isEmpty()) request.header("Content-Type", type);
        return client.send(request.build(), BodyHandlers.ofString());
    }

    private HttpResponse<String> put(URI server, String name, byte[] zip) throws IOException, InterruptedException {
        return send(server, "PUT", "/admin/packages/" + name, "application/zip", zip);
    }

    private HttpResponse<String> get(URI server, String path) throws IOException, InterruptedException {
        return send(server, "GET", path, "", new byte[0]);
    }

    private RunningVesper running() throws Exception {
        Path packages = Files.createDirectories(folder.resolve("packages"));
        return RunningVesper.serving(packages, folder.resolve("data"));
    }

    @Test
    void a_package_is_put_replaced_refused_and_deleted() throws Exception {
        try (RunningVesper vesper = running()) {
            URI server = vesper.address();
            HttpResponse<String> created = put(server, "orders", zip("code/Saying.groovy", saying("one")));
            assertThat(created.statusCode()).as(created.body()).isEqualTo(201);
            assertThat(created.headers().firstValue("Location")).hasValue("/admin/packages/orders");
            assertThat(JsonText.read(created.body()).path("state").asString()).isEqualTo("started");
            assertThat(get(server, "/api/orders").body()).contains("one");

            assertThat(put(server, "orders", zip("code/Saying.groovy", saying("two")))
                            .statusCode())
                    .isEqualTo(200);
            assertThat(get(server, "/api/orders").body()).contains("two");

            HttpResponse<String> broken = put(server, "orders", zip("code/Saying.groovy", "class Saying { int x = }"));
            assertThat(broken.statusCode()).isEqualTo(422);
            assertThat(broken.headers().firstValue("Content-Type")).hasValue("application/problem+json");
            JsonNode error = JsonText.read(broken.body()).path("errors").path(0);
            assertThat(error.path("pointer").asString()).startsWith("code/Saying.groovy:1:");
            assertThat(error.path("detail").asString()).contains("1 | class Saying");
            JsonNode inParts =
                    JsonText.read(broken.body()).path("compileErrors").path(0);
            assertThat(inParts.path("file").asString()).isEqualTo("code/Saying.groovy");
            assertThat(inParts.path("line").asInt()).isEqualTo(1);
            assertThat(inParts.path("excerpt").asString()).contains("1 | class Saying");
            assertThat(get(server, "/api/orders").body()).contains("two");

            assertThat(put(server, "orders", zip("../out", "x")).statusCode()).isEqualTo(422);
            HttpResponse<String> shapeless = put(server, "orders", zip("package.properties/x", ""));
            assertThat(shapeless.statusCode()).isEqualTo(422);
            assertThat(shapeless.body()).contains("'package.properties/x'");
            for (JsonNode link : JsonText.read(get(server, "/").body()).path("links")) {
                String own = link.asString().split("/")[1];
                HttpResponse<String> refused = put(server, own, zip("code/A.groovy", ""));
                assertThat(refused.statusCode()).as(own).isEqualTo(422);
                assertThat(refused.body()).contains("the server's own path /" + own);
            }
            assertThat(put(server, "con", zip("code/A.groovy", "")).statusCode())
                    .isEqualTo(422);
            assertThat(put(server, "orders", new byte[] {1, 2, 3}).statusCode()).isEqualTo(400);
            assertThat(put(server, "%2e%2e%2fout", zip("code/A.groovy", "")).statusCode())
                    .isIn(404, 422);
            assertThat(send(server, "PUT", "/admin/packages/orders", "text/plain", new byte[1])
                            .statusCode())
                    .isEqualTo(415);

            assertThat(send(server, "DELETE", "/admin/packages/orders", "", new byte[0])
                            .statusCode())
                    .isEqualTo(200);
            assertThat(get(server, "/api/orders").statusCode()).isEqualTo(404);
            assertThat(send(server, "DELETE", "/admin/packages/orders", "", new byte[0])
                            .statusCode())
                    .isEqualTo(404);
        }
    }

    @Test
    void a_package_that_was_deleted_is_put_back_as_it_was() throws Exception {
        try (RunningVesper vesper = running()) {
            URI server = vesper.address();
            put(server, "orders", zip("code/Saying.groovy", saying("one")));
            HttpResponse<String> deleted = send(server, "DELETE", "/admin/packages/orders", "", new byte[0]);
            String trash = JsonText.read(deleted.body()).path("trash").asString();
            assertThat(trash).startsWith("orders-");

            assertThat(restore(server, "orders", "../../packages").statusCode()).isEqualTo(404);
            assertThat(restore(server, "orders", "orders-20200101T000000.000Z").statusCode())
                    .isEqualTo(404);
            assertThat(send(server, "POST", "/admin/packages/orders/restore", "application/json", "{}".getBytes(UTF_8))
                            .statusCode())
                    .isEqualTo(422);
            HttpResponse<String> back = restore(server, "orders", trash);
            assertThat(back.statusCode()).as(back.body()).isEqualTo(200);
            assertThat(JsonText.read(back.body()).path("state").asString()).isEqualTo("started");
            assertThat(get(server, "/api/orders").body()).contains("one");

            send(server, "DELETE", "/admin/packages/orders", "", new byte[0]);
            put(server, "orders", zip("code/Saying.groovy", saying("two")));
            assertThat(restore(server, "orders", trash).statusCode()).isEqualTo(404);
            String again = folder.resolve("data/trash").toFile().list()[0];
            assertThat(restore(server, "orders", again).statusCode()).isEqualTo(409);
            assertThat(get(server, "/api/orders").body()).contains("two");
        }
    }

    private HttpResponse<String> restore(URI server, String name, String trash)
            throws IOException, InterruptedException {
        byte[] body = ("{\"trash\":\"" + trash + "\"}").getBytes(UTF_8);
        return send(server, "POST", "/admin/packages/" + name + "/restore", "application/json", body);
    }

    @Test
    void slow_uploads_hold_up_nobody_and_one_too_many_is_told_to_come_again() throws Exception {
        try (RunningVesper vesper = running()) {
            URI server = vesper.address();
            List<Socket> slow = new ArrayList<>();
            try {
                for (int i = 0; i < 3; i++) slow.add(slowUpload(server, "slow" + i));
                Eventually.until(() -> incoming() == 3);
                assertThat(put(server, "orders", zip("code/Saying.groovy", saying("one")))
                                .statusCode())
                        .isEqualTo(201);

                slow.add(slowUpload(server, "slow"));
                Eventually.until(() -> incoming() == 4);
                HttpResponse<String> busy = put(server, "orders", zip("code/Saying.groovy", saying("two")));
                assertThat(busy.statusCode()).isEqualTo(503);
                assertThat(busy.headers().firstValue("Retry-After")).hasValue("1");
            } finally {
                for (Socket socket : slow) socket.close();
            }
            // The server notices only after a moment that the slow clients have closed their connections.
            Eventually.until(() -> incoming() == 0);
            byte[] two = zip("code/Saying.groovy", saying("two"));
            int status = Eventually.answer(
                    "the room", () -> put(server, "orders", two).statusCode(), answer -> answer != 503);
            assertThat(status).isEqualTo(200);
        }
    }

    private static Socket slowUpload(URI server, String name) throws IOException {
        Socket slow = new Socket(server.getHost(), server.getPort());
        String head = "PUT /admin/packages/" + name + " HTTP/1.1\r\nHost: localhost\r\n"
                + "Content-Type: application/zip\r\nContent-Length: 1000000\r\n\r\nPK";
        slow.getOutputStream().write(head.getBytes(UTF_8));
        return slow;
    }

    /** Returns the number of archives being received. */
    private int incoming() {
        String[] names = folder.resolve("packages/.vesper/incoming").toFile().list();
        return names == null ? 0 : names.length;
    }

    @Test
    void what_others_depend_on_is_neither_deleted_nor_stopped() throws Exception {
        Path code = Files.createDirectories(folder.resolve("packages/words/code"));
        Files.writeString(code.resolve("Word.groovy"), "class Word { }");
        Path user = Files.createDirectories(folder.resolve("packages/user"));
        Files.writeString(user.resolve("package.properties"), "depends-on = words\n");
        try (RunningVesper vesper = running()) {
            HttpResponse<String> deleted = send(vesper.address(), "DELETE", "/admin/packages/words", "", new byte[0]);
            assertThat(deleted.statusCode()).isEqualTo(409);
            assertThat(deleted.body()).contains("Others depend on words: user.");
            assertThat(send(vesper.address(), "POST", "/admin/packages/words/stop", "", new byte[0])
                            .statusCode())
                    .isEqualTo(409);
            assertThat(code).isDirectory();
        }
    }

    @Test
    void a_server_that_is_killed_while_packages_are_put_has_one_of_them_whole() throws Exception {
        long seed = Rounds.seed("VESPER_INSTALL_SEED");
        Random random = new Random(seed);
        Files.createDirectories(folder.resolve("packages"));
        for (int round = 0; round < KILLS; round++) {
            Process process = started();
            try {
                URI server = URI.create(process.inputReader().readLine().split(" ")[1]);
                if (round > 0)
                    assertThat(get(server, "/api/orders").body())
                            .as("seed %d", seed)
                            .containsPattern("word\\d+");
                else put(server, "orders", zip("code/Saying.groovy", saying("word0")));
                AtomicInteger answered = new AtomicInteger();
                Thread putting = Thread.ofPlatform().start(() -> putUntilKilled(server, answered));
                int afterSoMany = 1 + random.nextInt(6);
                Eventually.until(() -> answered.get() >= afterSoMany, answered::get);
                // Kills the server at a random time during the next request.
                LockSupport.parkNanos(random.nextInt(40_000_000));
                process.destroyForcibly().waitFor(30, TimeUnit.SECONDS);
                putting.join();
            } finally {
                process.destroyForcibly().waitFor(30, TimeUnit.SECONDS);
            }
        }
        try (RunningVesper vesper = running()) {
            assertThat(get(vesper.address(), "/api/orders").body())
                    .as("seed %d", seed)
                    .containsPattern("word\\d+");
            assertThat(folder.resolve("packages/.vesper")).doesNotExist();
        }
    }

    private void putUntilKilled(URI server, AtomicInteger answered) {
        try {
            while (true) {
                byte[] next = zip("code/Saying.groovy", saying("word" + answered.get()));
                if (put(server, "orders", next).statusCode() == 200) answered.incrementAndGet();
            }
        } catch (IOException e) {
            // The server was killed.
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private Process started() throws IOException {
        List<String> command = new ArrayList<>(VesperProgram.command("-XX:TieredStopAtLevel=1"));
        command.add("run");
        command.addAll(List.of("--port", "0", "--packages", folder + "/packages", "--data", folder + "/data"));
        return new ProcessBuilder(command)
                .redirectError(folder.resolve("stderr").toFile())
                .start();
    }
}

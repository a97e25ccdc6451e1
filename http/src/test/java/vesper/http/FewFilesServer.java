package vesper.http;

import java.io.FileInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;

/** A server for a separate process with a low limit on open files. It prints its port, and ends when its input does. */
final class FewFilesServer {
    /** No request is refused because the machine is slow. */
    private static final HttpSettings SETTINGS = new TestSettings()
            .overload(new OverloadSettings(false, Duration.ofMillis(20), 10_000))
            .build();

    /** An argument: while one handler waits, every other request is refused. */
    static final String ONE_MAY_WAIT = "one-may-wait";

    private static final HttpSettings ONE_WAITS = new TestSettings()
            .overload(new OverloadSettings(true, Duration.ofSeconds(10), 1))
            .build();

    private FewFilesServer() {}

    public static void main(String[] args) throws IOException {
        Path file = Files.createTempFile("few", ".txt");
        HttpSettings settings = List.of(args).contains(ONE_MAY_WAIT) ? ONE_WAITS : SETTINGS;
        try (HttpServer server = HttpServer.start(settings, request -> handle(request, file), List.of())) {
            System.out.println(server.address().getPort());
            System.in.readAllBytes();
        } finally {
            Files.delete(file);
        }
    }

    private static Response handle(Request request, Path file) throws Exception {
        // Loads the classes for a refusal, which could not be loaded later without file descriptors.
        if (request.path().equals("/rehearse")) throw new IOException("Too many open files");
        if (request.path().equals("/wait")) new CountDownLatch(1).await();
        if (request.path().equals("/")) return Response.of(204);
        try (FileInputStream in = new FileInputStream(file.toFile())) {
            return Response.of(200).body(in.readAllBytes());
        }
    }
}

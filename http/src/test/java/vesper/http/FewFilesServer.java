package vesper.http;

import java.io.FileInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/** A server for a process of its own that may have few files open. It prints its port, and ends when its input does. */
final class FewFilesServer {
    /** No request is refused because the machine is slow. */
    private static final HttpSettings SETTINGS =
            HttpSettings.DEFAULTS.withOverload(new OverloadSettings(false, Duration.ofMillis(20), 10_000));

    private FewFilesServer() {}

    public static void main(String[] args) throws IOException {
        Path file = Files.createTempFile("few", ".txt");
        try (HttpServer server = HttpServer.start(SETTINGS, request -> handle(request, file), List.of())) {
            System.out.println(server.address().getPort());
            System.in.readAllBytes();
        } finally {
            Files.delete(file);
        }
    }

    private static Response handle(Request request, Path file) throws IOException {
        // So that no class has to be found when there are no files to be had.
        if (request.path().equals("/rehearse")) throw new IOException("Too many open files");
        if (request.path().equals("/")) return Response.of(204);
        try (FileInputStream in = new FileInputStream(file.toFile())) {
            return Response.of(200).body(in.readAllBytes());
        }
    }
}

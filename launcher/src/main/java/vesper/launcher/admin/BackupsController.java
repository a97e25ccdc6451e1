package vesper.launcher.admin;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;
import vesper.rest.ProblemType;
import vesper.rest.RunOn;
import vesper.rest.openapi.AlsoAnswers;
import vesper.rest.openapi.Described;
import vesper.services.collections.OpenCollections;

/** Backups of the durable documents. Each is a data folder with which a server can be started. */
@RestController
@RequestMapping("/admin/documents/backups")
public final class BackupsController {
    private static final DateTimeFormatter NAME =
            DateTimeFormatter.ofPattern("yyyyMMdd-HHmmss-SSS").withZone(ZoneOffset.UTC);
    private static final String DOCUMENTS = "documents";

    private final OpenCollections collections;
    private final Path folder;
    private final InstantSource clock;

    /** @param folder for the backups; created with the first one */
    public BackupsController(OpenCollections collections, Path folder, InstantSource clock) {
        this.collections = collections;
        this.folder = folder;
        this.clock = clock;
    }

    @PostMapping(produces = "application/json")
    @ResponseStatus(HttpStatus.CREATED)
    @Described("""
            Copies all durable documents while they are written; what was acknowledged before is in the copy.
            @return It is there, and on the disk""")
    @AlsoAnswers(status = 507, when = "There is no room for it, and nothing is left of it")
    @RunOn(RunOn.Threads.PLATFORM)
    public Copied make() {
        String name = NAME.format(clock.instant());
        Path copy = folder.resolve(name);
        long begun = System.nanoTime();
        try {
            Files.createDirectories(copy);
            collections.documents().copyTo(copy.resolve(DOCUMENTS));
            return new Copied(
                    name, copy.toAbsolutePath().toString(), bytes(copy), (System.nanoTime() - begun) / 1_000_000);
        } catch (IOException failure) {
            remove(copy);
            throw ProblemType.ofStatus(HttpStatus.INSUFFICIENT_STORAGE.value())
                    .because("The documents could not be copied: " + failure.getMessage())
                    .exception();
        }
    }

    @GetMapping(produces = "application/json")
    @Described("The copies that are there, newest first.")
    @RunOn(RunOn.Threads.PLATFORM)
    public Listed all() throws IOException {
        if (!Files.isDirectory(folder)) return new Listed(List.of());
        try (Stream<Path> copies = Files.list(folder)) {
            return new Listed(copies.filter(copy -> Files.isDirectory(copy.resolve(DOCUMENTS)))
                    .sorted(Comparator.reverseOrder())
                    .map(copy -> new There(
                            copy.getFileName().toString(), copy.toAbsolutePath().toString(), bytes(copy)))
                    .toList());
        }
    }

    private static long bytes(Path copy) {
        try (Stream<Path> files = Files.walk(copy)) {
            return files.mapToLong(
                            file -> file.toFile().isFile() ? file.toFile().length() : 0)
                    .sum();
        } catch (IOException _) {
            return 0;
        }
    }

    private static void remove(Path copy) {
        try (Stream<Path> files = Files.walk(copy)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) Files.delete(file);
        } catch (IOException _) {
            // The incomplete backup has no documents folder, so it is not listed.
        }
    }

    @Described("""
            A copy that was made.
            @param name of the copy
            Example: 20261123-211500-123
            @param folder for run --data
            @param bytes that it takes
            @param millis that it took""")
    public record Copied(String name, String folder, long bytes, long millis) {}

    @Described("""
            A copy.
            @param name of the copy
            @param folder for run --data
            @param bytes that it takes""")
    public record There(String name, String folder, long bytes) {}

    @Described("""
            The copies.
            @param items newest first""")
    public record Listed(List<There> items) {}
}

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
            Copies all durable documents, while they are written. The copy contains everything acknowledged before.
            @return The copy is complete and on the disk""")
    @AlsoAnswers(status = 507, when = "The disk is full; the incomplete copy was deleted")
    @RunOn(RunOn.Threads.PLATFORM)
    public CreatedBackup make() {
        String name = NAME.format(clock.instant());
        Path copy = folder.resolve(name);
        long begun = System.nanoTime();
        try {
            Files.createDirectories(copy);
            collections.documents().copyTo(copy.resolve(DOCUMENTS));
            return new CreatedBackup(
                    name, copy.toAbsolutePath().toString(), bytes(copy), (System.nanoTime() - begun) / 1_000_000);
        } catch (IOException failure) {
            remove(copy);
            throw ProblemType.ofStatus(HttpStatus.INSUFFICIENT_STORAGE.value())
                    .because("The documents could not be copied: " + failure.getMessage())
                    .exception();
        }
    }

    @GetMapping(produces = "application/json")
    @Described("The copies, newest first.")
    @RunOn(RunOn.Threads.PLATFORM)
    public BackupList all() throws IOException {
        if (!Files.isDirectory(folder)) return new BackupList(List.of());
        try (Stream<Path> copies = Files.list(folder)) {
            return new BackupList(copies.filter(copy -> Files.isDirectory(copy.resolve(DOCUMENTS)))
                    .sorted(Comparator.reverseOrder())
                    .map(copy -> new BackupItem(
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
            A new copy.
            @param name of the copy
            Example: 20261123-211500-123
            @param folder for run --data
            @param bytes size on the disk
            @param millis time that the copy took""")
    public record CreatedBackup(String name, String folder, long bytes, long millis) {}

    @Described("""
            A copy.
            @param name of the copy
            @param folder for run --data
            @param bytes size on the disk""")
    public record BackupItem(String name, String folder, long bytes) {}

    @Described("""
            The copies.
            @param items newest first""")
    public record BackupList(List<BackupItem> items) {}
}

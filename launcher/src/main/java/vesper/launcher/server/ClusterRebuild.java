package vesper.launcher.server;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Clock;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.stream.Stream;
import vesper.documents.Documents;
import vesper.hosting.DiskFailure;
import vesper.launcher.settings.Keys;
import vesper.launcher.settings.Settings;
import vesper.services.collections.OpenCollections;

/**
 * Makes a stopped server rebuild its copies of replicated documents at the next start. Moves the existing copies to a
 * data folder of their own, from which {@link ClusterImport} can import them into a cluster.
 */
public final class ClusterRebuild {
    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("uuuuMMdd-HHmmss").withZone(ZoneOffset.UTC);

    /**
     * The copies that were set aside.
     *
     * @param data a data folder
     * @param documents the number of documents there, by collection
     */
    public record SetAsideCopies(Path data, SortedMap<String, Long> documents) {}

    private final Settings settings;
    private final Clock clock;

    public ClusterRebuild(Settings settings, Clock clock) {
        this.settings = settings;
        this.clock = clock;
    }

    /** Sets the copies aside; returns empty if there are no copies. */
    public Optional<SetAsideCopies> run() throws CannotStartException {
        Path data = settings.get(Keys.DATA);
        Path documents = DocumentChoices.folder(data);
        Path copies = Documents.copiesIn(documents);
        if (!Files.isDirectory(copies)) return Optional.empty();
        try (DataLock _ = DataLock.of(data)) {
            SortedMap<String, Long> counts;
            try (Documents copied = Documents.open(copies, clock, DocumentChoices.options(settings))) {
                counts = copied.durableCounts();
            }
            // Deletes the indexes: they refer to sequence numbers of the old log.
            for (String name : counts.keySet()) delete(OpenCollections.indexFolder(documents, name));
            Path aside = data.resolve("copies-" + TIME.format(clock.instant()));
            Files.createDirectories(aside);
            Files.move(copies, DocumentChoices.folder(aside), StandardCopyOption.ATOMIC_MOVE);
            return Optional.of(new SetAsideCopies(aside, counts));
        } catch (IOException failure) {
            throw new CannotStartException(
                    "the copies in " + copies + " cannot be set aside: " + DiskFailure.reason(failure));
        }
    }

    private static void delete(Path folder) throws IOException {
        if (!Files.isDirectory(folder)) return;
        List<Path> all;
        try (Stream<Path> files = Files.walk(folder)) {
            all = files.sorted(Comparator.reverseOrder()).toList();
        }
        for (Path file : all) Files.delete(file);
    }
}

package vesper.records.store;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import vesper.journal.Journal;

/**
 * Checks once a second whether the journals accept writes, whether their folders are still in place and whether damaged
 * journals were set aside. It also resumes journals that have stopped. One thread runs the check; any thread may read
 * its result.
 */
final class FolderCheck {
    private static final Logger LOG = LoggerFactory.getLogger(FolderCheck.class);
    private static final long BETWEEN_NANOS = Duration.ofSeconds(1).toNanos();
    private static final Pattern PUT_ASIDE = Pattern.compile("journal-\\d+-damaged-.*");

    private final Path folder;
    private final List<Journal> journals;
    private final List<Resumption> resumptions;
    private long nextAtNanos = System.nanoTime();
    private volatile List<String> seen = List.of();

    FolderCheck(Path folder, List<Journal> journals) {
        this.folder = folder;
        this.journals = journals;
        this.resumptions = IntStream.range(0, journals.size())
                .mapToObj(i -> Resumption.of("journal-" + i, journals.get(i)))
                .toList();
    }

    /** Returns descriptions of the problems at the last check, and of journals that are stopped now. */
    List<String> trouble() {
        List<String> all = new ArrayList<>(seen);
        for (Resumption each : resumptions) each.trouble().ifPresent(all::add);
        return all;
    }

    /** Runs the check if a second has passed. */
    void checkIfDue() {
        long now = System.nanoTime();
        if (now - nextAtNanos < 0) return;
        nextAtNanos = now + BETWEEN_NANOS;
        for (Resumption each : resumptions) each.resumeIfDue(now);
        List<String> found = new ArrayList<>();
        for (int i = 0; i < journals.size(); i++) if (!journals.get(i).isInPlace()) found.add(gone(i));
        putAside(found);
        for (String each : found) if (!seen.contains(each)) LOG.error("records: {}", each);
        seen = List.copyOf(found);
    }

    private String gone(int number) {
        return folder.resolve("journal-" + number)
                + " was deleted or replaced while the server uses it; what is recorded "
                + "is found until the server stops, and lost then";
    }

    private void putAside(List<String> found) {
        try (Stream<Path> names = Files.list(folder)) {
            names.filter(path ->
                            PUT_ASIDE.matcher(path.getFileName().toString()).matches())
                    .sorted()
                    .forEach(aside ->
                            found.add("what was not sealed of a damaged journal is not found: it is in " + aside));
        } catch (IOException _) {
            // The folder is missing, so its journals were reported already.
        }
    }
}

package vesper.hosting.installing;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.time.Clock;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The folders of packages that were replaced or deleted, so that this can be undone:
 * {@code orders-20261122T013000.123Z}. Keeps only the newest ones.
 */
public final class Trash {
    private static final DateTimeFormatter WHEN =
            DateTimeFormatter.ofPattern("yyyyMMdd'T'HHmmss.SSS'Z'").withZone(ZoneOffset.UTC);
    /** A name, the time, and a number if that is not unique. */
    private static final Pattern ENTRY = Pattern.compile("(.+)-(\\d{8}T\\d{6}\\.\\d{3}Z(?:-\\d+)?)");

    private final Optional<Path> folder;
    private final int maxEntries;
    private final Clock clock;

    /**
     * Creates a trash in this folder, which is created when it is needed.
     *
     * @param folder if empty, everything is deleted instead
     * @param maxEntries number of folders to keep
     */
    public Trash(Optional<Path> folder, int maxEntries, Clock clock) {
        this.folder = maxEntries == 0 ? Optional.empty() : folder;
        this.maxEntries = maxEntries;
        this.clock = clock;
    }

    /** Moves a folder to the trash. Returns its new location; empty if it was deleted. */
    Optional<Path> add(Path discarded) throws IOException {
        if (folder.isEmpty()) {
            PackageFileTree.delete(discarded);
            return Optional.empty();
        }
        Files.createDirectories(folder.get());
        Path place = uniquePath(discarded.getFileName() + "-" + WHEN.format(clock.instant()));
        PackageFileTree.move(discarded, place);
        deleteOldest(folder.get());
        return Optional.of(place);
    }

    /**
     * Returns the entry with this name.
     *
     * @param name as {@link #add} chose it; for any other name there is no entry
     */
    Optional<TrashEntry> find(String name) throws IOException {
        Matcher matcher = ENTRY.matcher(name);
        if (folder.isEmpty() || !matcher.matches() || !Files.isDirectory(folder.get())) return Optional.empty();
        // Searches the listed entries, so that a name cannot lead to another folder.
        try (Stream<Path> entries = Files.list(folder.get())) {
            return entries.filter(entry -> nameOf(entry).equals(name))
                    .filter(entry -> Files.isDirectory(entry, LinkOption.NOFOLLOW_LINKS))
                    .map(place -> new TrashEntry(matcher.group(1), place))
                    .findFirst();
        }
    }

    /**
     * A folder in the trash.
     *
     * @param originalName its name before
     */
    record TrashEntry(String originalName, Path path) {}

    private Path uniquePath(String name) {
        Path place = folder.orElseThrow().resolve(name);
        for (int n = 2; Files.exists(place); n++) place = folder.orElseThrow().resolve(name + "-" + n);
        return place;
    }

    /** Deletes the oldest entries. Files that are not entries stay. */
    private void deleteOldest(Path trash) throws IOException {
        List<Path> newestFirst;
        try (Stream<Path> entries = Files.list(trash)) {
            newestFirst = entries.filter(entry -> ENTRY.matcher(nameOf(entry)).matches())
                    .sorted(Comparator.comparing(Trash::whenOf).reversed())
                    .toList();
        }
        for (Path old : newestFirst.subList(Math.min(maxEntries, newestFirst.size()), newestFirst.size())) {
            PackageFileTree.delete(old);
        }
    }

    private static String whenOf(Path entry) {
        return ENTRY.matcher(nameOf(entry)).replaceFirst("$2");
    }

    private static String nameOf(Path entry) {
        return entry.getFileName().toString();
    }
}

package vesper.records.store;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Descriptions of damage in block files, kept until the file is deleted. Only the first ones are listed. Not
 * thread-safe.
 */
final class FileDamages {
    private static final Logger LOG = LoggerFactory.getLogger(FileDamages.class);

    /** Limit of the list, which appears in the status and in every search result. The log contains all. */
    static final int MOST_NAMED = 20;

    private final Map<BlockFile, List<Damage>> byFile = new LinkedHashMap<>();

    private record Damage(String said, boolean isOfBlock) {}

    /** Adds and logs a gap between blocks or after the last one. */
    void add(BlockFile file, String what) {
        add(file, what, false);
    }

    /** Adds and logs a block that cannot be read. */
    void addBlock(BlockFile file, String what) {
        add(file, what, true);
    }

    private void add(BlockFile file, String what, boolean isOfBlock) {
        LOG.error("{}: {}", file.path(), what);
        byFile.computeIfAbsent(file, _ -> new ArrayList<>())
                .add(new Damage(file.path().getFileName() + ": " + what, isOfBlock));
    }

    boolean has(BlockFile file) {
        return byFile.containsKey(file);
    }

    void forget(BlockFile file) {
        byFile.remove(file);
    }

    /**
     * Transfers damage to a replacement file. Damaged blocks are left out, since the replacement reports its own; gaps
     * remain.
     */
    void replace(BlockFile old, BlockFile anew) {
        List<Damage> missing = new ArrayList<>(byFile.getOrDefault(old, List.of()));
        byFile.remove(old);
        missing.removeIf(Damage::isOfBlock);
        if (!missing.isEmpty())
            byFile.computeIfAbsent(anew, _ -> new ArrayList<>()).addAll(missing);
    }

    List<String> all() {
        int count = byFile.values().stream().mapToInt(List::size).sum();
        Stream<String> first =
                byFile.values().stream().flatMap(List::stream).map(Damage::said).limit(MOST_NAMED);
        if (count <= MOST_NAMED) return first.toList();
        return Stream.concat(first, Stream.of("and " + (count - MOST_NAMED) + " times more, which the log has"))
                .toList();
    }
}

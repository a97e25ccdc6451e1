package vesper.records.store;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What is wrong with files of blocks, for people, until the file goes; of very much the first. Used by one thread. */
final class FileDamages {
    private static final Logger LOG = LoggerFactory.getLogger(FileDamages.class);

    /** A status has to be read by people, and each search names them, too; the log has all. */
    static final int MOST_NAMED = 20;

    private final Map<BlockFile, List<String>> byFile = new LinkedHashMap<>();

    /** Says it in the log, too. */
    void add(BlockFile file, String what) {
        LOG.error("{}: {}", file.path(), what);
        byFile.computeIfAbsent(file, _ -> new ArrayList<>()).add(file.path().getFileName() + ": " + what);
    }

    boolean has(BlockFile file) {
        return byFile.containsKey(file);
    }

    void forget(BlockFile file) {
        byFile.remove(file);
    }

    List<String> all() {
        List<String> all = byFile.values().stream().flatMap(List::stream).toList();
        if (all.size() <= MOST_NAMED) return all;
        List<String> first = new ArrayList<>(all.subList(0, MOST_NAMED));
        first.add("and " + (all.size() - MOST_NAMED) + " times more, which the log has");
        return List.copyOf(first);
    }
}

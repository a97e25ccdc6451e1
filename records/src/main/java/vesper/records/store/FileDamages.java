package vesper.records.store;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What is wrong with files of blocks, for people, until the file goes; of very much the first. Used by one thread. */
final class FileDamages {
    private static final Logger LOG = LoggerFactory.getLogger(FileDamages.class);

    /** A status has to be read by people, and each search names them, too; the log has all. */
    static final int MOST_NAMED = 20;

    private final Map<BlockFile, List<Damage>> byFile = new LinkedHashMap<>();

    private record Damage(String said, boolean isOfBlock) {}

    /** Of what is missing between blocks or behind them. Says it in the log, too. */
    void add(BlockFile file, String what) {
        add(file, what, false);
    }

    /** Of a block that cannot be read. Says it in the log, too. */
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

    /** Another file has its blocks, and has told of them; what was missing beside them is missing there as well. */
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

package vesper.bench.documents;

import java.util.List;
import java.util.Optional;

/**
 * How a case was warmed.
 *
 * @param start of the processes, counted from 1
 * @param windows in the order in which they were driven
 * @param objection why it is not stable; empty where it is
 */
record Warmed(
        int start, DocumentsCase of, Contestant contestant, List<DocumentsRun> windows, Optional<String> objection) {
    Warmed {
        windows = List.copyOf(windows);
    }

    boolean isStable() {
        return objection.isEmpty();
    }
}

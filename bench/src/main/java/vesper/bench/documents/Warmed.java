package vesper.bench.documents;

import java.util.List;
import java.util.Optional;

/**
 * How a case was warmed.
 *
 * @param windows in the order in which they were driven
 * @param objection why it is not stable; empty where it is
 */
record Warmed(DocumentsCase of, Contestant contestant, List<DocumentsRun> windows, Optional<String> objection) {
    Warmed {
        windows = List.copyOf(windows);
    }

    boolean isStable() {
        return objection.isEmpty();
    }
}

package vesper.bench.documents;

import java.util.List;
import java.util.Optional;

/**
 * The warm-up of a case.
 *
 * @param start number of the start of the processes, from 1
 * @param windows all windows in order
 * @param objection reason why it is not stable; empty if it is
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

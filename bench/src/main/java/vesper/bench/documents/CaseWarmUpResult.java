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
record CaseWarmUpResult(
        int start,
        DocumentsCase measuredCase,
        Contestant contestant,
        List<DocumentsRun> windows,
        Optional<String> objection) {
    CaseWarmUpResult {
        windows = List.copyOf(windows);
    }

    boolean isStable() {
        return objection.isEmpty();
    }
}

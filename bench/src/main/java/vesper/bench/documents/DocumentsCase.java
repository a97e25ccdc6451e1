package vesper.bench.documents;

import java.util.Map;

/**
 * One thing that is measured of every contestant of a stage.
 *
 * @param name for files
 * @param label for people
 * @param command to the driver
 * @param isDurable whether the documents are, so that a promise belongs to a figure of writes
 * @param bars the least times Xenon's figure per CPU second, or the most bytes; none where nothing is demanded
 */
record DocumentsCase(
        String name, String label, Measure measure, String command, boolean isDurable, Map<Contestant, Double> bars) {
    DocumentsCase {
        bars = Map.copyOf(bars);
    }
}

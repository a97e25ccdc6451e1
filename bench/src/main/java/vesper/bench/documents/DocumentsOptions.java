package vesper.bench.documents;

import java.nio.file.Path;
import java.time.LocalDateTime;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import vesper.bench.ResultsFolder;
import vesper.bench.results.Gate;

/** Options of the command {@code bench documents}. */
public final class DocumentsOptions {
    private static final List<Integer> CLUSTERS = List.of(3, 5);

    private final Path root;
    private final Optional<Path> out;
    private final boolean quick;
    private final boolean json;
    private final OptionalInt nodes;
    private final List<Gate> gates;
    private final DocumentsScale scale;

    private DocumentsOptions(
            Path root,
            Optional<Path> out,
            boolean quick,
            boolean json,
            OptionalInt nodes,
            List<Gate> gates,
            DocumentsScale scale) {
        this.root = root;
        this.out = out;
        this.quick = quick;
        this.json = json;
        this.nodes = nodes;
        this.gates = List.copyOf(gates);
        this.scale = scale;
        DocumentsGates.requireMeasured(gates, stages());
    }

    /**
     * Returns options for documents on one node.
     *
     * @param root the repository, in which drivers are built
     * @param out folder for report and figures, and for the contestants' data during the experiment; empty for {@code
     *     bench-results/documents-YYYYMMDD-HHMMSS} under the root
     * @param json true to print the result as JSON instead of tables
     */
    public static DocumentsOptions of(Path root, Optional<Path> out, boolean quick, boolean json) {
        DocumentsScale scale = quick ? DocumentsScale.QUICK : DocumentsScale.FULL;
        return new DocumentsOptions(root, out, quick, json, OptionalInt.empty(), List.of(), scale);
    }

    /**
     * Returns a copy for replicated documents on several nodes.
     *
     * @throws IllegalArgumentException if the number is not three or five
     */
    public DocumentsOptions onNodes(int count) {
        if (!CLUSTERS.contains(count))
            throw new IllegalArgumentException("documents are measured on 3 or 5 nodes, not on " + count);
        return new DocumentsOptions(root, out, quick, json, OptionalInt.of(count), gates, scale);
    }

    /**
     * Returns a copy with gates in addition to the experiment's own bars.
     *
     * @throws IllegalArgumentException if an arm does not exist
     */
    public DocumentsOptions withGates(List<Gate> bounds) {
        return new DocumentsOptions(root, out, quick, json, nodes, bounds, scale);
    }

    DocumentsOptions withScale(DocumentsScale another) {
        return new DocumentsOptions(root, out, quick, json, nodes, gates, another);
    }

    Path root() {
        return root;
    }

    boolean quick() {
        return quick;
    }

    boolean json() {
        return json;
    }

    OptionalInt nodes() {
        return nodes;
    }

    List<Gate> gates() {
        return gates;
    }

    DocumentsScale scale() {
        return scale;
    }

    List<Stage> stages() {
        return nodes.isPresent() ? Stages.ofNodes(scale, nodes.getAsInt()) : Stages.of(scale);
    }

    Path outOr(LocalDateTime now) {
        return ResultsFolder.pathFor(out, root, "documents", now);
    }
}

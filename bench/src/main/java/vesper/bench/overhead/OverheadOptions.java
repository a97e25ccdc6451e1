package vesper.bench.overhead;

import java.nio.file.Path;
import java.time.LocalDateTime;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import vesper.bench.results.Gate;

/**
 * What {@code bench overhead} is told.
 *
 * @param root the repository, from which servers are started
 * @param server the command that {@code run} and its flags are added to
 * @param out where report and figures go, and the servers' data meanwhile; empty for
 *     {@code bench-results/overhead-YYYYMMDD-HHMMSS} under the root
 * @param quick for output: whether the scale is the quick one
 * @param json the result goes to stdout as JSON instead of tables
 * @param gates bounds beside the experiment's own bars, of the arms both-on, monitor-on, tracker-on and off
 */
public record OverheadOptions(
        Path root,
        List<String> server,
        Optional<Path> out,
        boolean quick,
        boolean json,
        List<Gate> gates,
        OverheadScale scale) {
    private static final DateTimeFormatter STAMP = DateTimeFormatter.ofPattern("yyyyMMdd-HHmmss", Locale.ROOT);

    public OverheadOptions {
        server = List.copyOf(server);
        gates = List.copyOf(gates);
        for (Gate gate : gates) gate.requireAmong(OverheadGates.ARMS);
    }

    /** The repository's own {@code vesper}. */
    public static OverheadOptions of(Path root, Optional<Path> out, boolean quick, boolean json) {
        List<String> server = List.of(root.resolve("vesper").toString());
        return new OverheadOptions(
                root, server, out, quick, json, List.of(), quick ? OverheadScale.QUICK : OverheadScale.FULL);
    }

    /** @throws IllegalArgumentException for an arm that there is not */
    public OverheadOptions judgedBy(List<Gate> bounds) {
        return new OverheadOptions(root, server, out, quick, json, bounds, scale);
    }

    Path outOr(LocalDateTime now) {
        return out.orElseGet(() -> root.resolve("bench-results", "overhead-" + STAMP.format(now)));
    }
}

package vesper.bench.experiments;

import java.util.List;
import java.util.Set;

/**
 * Options of the command {@code bench sweep}.
 *
 * @param only names of {@link #SERVERS}; empty for all
 * @param scale factor for rates and numbers of connections, 0.001 to 1
 * @param isByHttperf true if the installed {@code httperf} drives rather than our own generator
 */
public record SweepOptions(ExperimentOptions common, Set<String> only, double scale, boolean isByHttperf) {
    /** The servers of the experiment. */
    public static final List<String> SERVERS = SweepExperiment.SERVERS;

    /** The scale of a smoke run. */
    public static final double QUICK_SCALE = 0.02;

    public SweepOptions {
        only = Set.copyOf(only);
        ServerNames.requireAmong(SERVERS, only);
        if (!(scale >= 0.001 && scale <= 1)) {
            throw new IllegalArgumentException("scale " + scale + " is not in 0.001 to 1");
        }
    }

    /** Returns options at the scale of the published sweep, or at that of a smoke run. */
    public static SweepOptions defaults(ExperimentOptions common) {
        return new SweepOptions(common, Set.of(), common.quick() ? QUICK_SCALE : 1, false);
    }

    boolean wants(String server) {
        return only.isEmpty() || only.contains(server);
    }
}

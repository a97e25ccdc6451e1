package vesper.bench.experiments;

import java.util.List;
import java.util.Set;

/**
 * What a user can say about {@code bench sweep}.
 *
 * @param only names of {@link #SERVERS}; empty for all
 * @param scale of rates and numbers of connections, 0.001 to 1
 * @param isByHttperf whether the installed {@code httperf} drives, rather than our own generator
 */
public record SweepOptions(ExperimentOptions common, Set<String> only, double scale, boolean isByHttperf) {
    /** The servers that are swept. */
    public static final List<String> SERVERS = SweepExperiment.SERVERS;

    /** Of a smoke run. */
    public static final double QUICK_SCALE = 0.02;

    public SweepOptions {
        only = Set.copyOf(only);
        ServerNames.requireAmong(SERVERS, only);
        if (!(scale >= 0.001 && scale <= 1)) {
            throw new IllegalArgumentException("scale " + scale + " is not in 0.001 to 1");
        }
    }

    /** Of what was published. */
    public static SweepOptions defaults(ExperimentOptions common) {
        return new SweepOptions(common, Set.of(), common.quick() ? QUICK_SCALE : 1, false);
    }

    boolean wants(String server) {
        return only.isEmpty() || only.contains(server);
    }
}

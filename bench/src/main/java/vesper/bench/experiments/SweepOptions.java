package vesper.bench.experiments;

/**
 * What a user can say about {@code bench sweep}.
 *
 * @param scale of rates and numbers of connections, 0.001 to 1
 * @param isByHttperf whether the installed {@code httperf} drives, rather than our own generator
 */
public record SweepOptions(ExperimentOptions common, double scale, boolean isByHttperf) {
    /** Of a smoke run. */
    public static final double QUICK_SCALE = 0.02;

    public SweepOptions {
        if (!(scale >= 0.001 && scale <= 1)) {
            throw new IllegalArgumentException("scale " + scale + " is not in 0.001 to 1");
        }
    }

    /** Of what was published. */
    public static SweepOptions defaults(ExperimentOptions common) {
        return new SweepOptions(common, common.quick() ? QUICK_SCALE : 1, false);
    }
}

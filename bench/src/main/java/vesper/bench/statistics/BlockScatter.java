package vesper.bench.statistics;

import java.util.Arrays;

/**
 * How much things scatter that were measured in the same blocks, as arms are in each start of their servers, beyond what a block
 * does to all of them alike: the analysis of a randomised block design (R. A. Fisher, "The Design of Experiments", 1935),
 * figure = thing + block + scatter. One variance is estimated from all of them together, which takes few blocks where there are
 * many things; of two things it is that of the differences between them, as of pairs.
 *
 * <p>One variance for all supposes that they scatter alike. One that scatters more would be found to differ from the others too
 * often, so that of four and more its own variance counts where that is more than twice as large; one that scatters less is only less sure than it
 * could be.
 */
public final class BlockScatter {
    private static final double UNLIKE = 2;

    private final double[] variances;
    private final int freedom;

    private BlockScatter(double[] variances, int freedom) {
        this.variances = variances;
        this.freedom = freedom;
    }

    /**
     * @param figures of each thing in each block, in the same order of blocks, all finite
     * @return of no freedom where there are fewer than two things or two blocks
     */
    public static BlockScatter of(double[][] figures) {
        int things = figures.length;
        int blocks = things == 0 ? 0 : figures[0].length;
        int freedom = (things - 1) * (blocks - 1);
        if (things < 2 || blocks < 2) return new BlockScatter(new double[things], 0);
        double[] means = Arrays.stream(figures).mapToDouble(BlockScatter::mean).toArray();
        double[] squares = new double[things];
        for (int block = 0; block < blocks; block++) {
            double shift = 0;
            for (int i = 0; i < things; i++) shift += (figures[i][block] - means[i]) / things;
            for (int i = 0; i < things; i++) squares[i] += Math.pow(figures[i][block] - means[i] - shift, 2);
        }
        double pooled = Arrays.stream(squares).sum() / freedom;
        // Of what is left without means of blocks, a share of 1/things was its own.
        double each = (blocks - 1) * (1 - 1.0 / things);
        double[] variances = Arrays.stream(squares)
                .map(own -> own / each > UNLIKE * pooled ? own / each : pooled)
                .toArray();
        return new BlockScatter(variances, freedom);
    }

    private static double mean(double... figures) {
        return Arrays.stream(figures).average().orElseThrow();
    }

    /** Of one thing in one block. */
    public double variance(int thing) {
        return variances[thing];
    }

    public int freedom() {
        return freedom;
    }
}

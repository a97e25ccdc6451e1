package vesper.bench.statistics;

import java.util.Arrays;

/**
 * The scatter of several things that were measured in the same blocks, without the effects that a block has on all of
 * them alike. An example are arms, measured in each start of their servers. This is the analysis of a randomised block
 * design (R. A. Fisher, "The Design of Experiments", 1935): figure = thing + block + scatter. One variance is estimated
 * from all things together, so that few blocks suffice if there are many things. With two things it is equivalent to a
 * comparison of pairs.
 *
 * <p>A common variance assumes that all things scatter alike. A thing that scatters more would seem to differ from the
 * others too often. Therefore its own variance counts if that is more than twice the common one, which is possible with
 * four or more things. For a thing that scatters less, results are only less certain than they could be.
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
     * Estimates the variances.
     *
     * @param figures of each thing in each block, in the same order of blocks, all finite
     * @return without degrees of freedom if there are fewer than two things or two blocks
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
        // Removing the means of blocks has also removed a share of 1/things of each thing's own variance.
        double each = (blocks - 1) * (1 - 1.0 / things);
        double[] variances = Arrays.stream(squares)
                .map(own -> own / each > UNLIKE * pooled ? own / each : pooled)
                .toArray();
        return new BlockScatter(variances, freedom);
    }

    private static double mean(double... figures) {
        return Arrays.stream(figures).average().orElseThrow();
    }

    /** Returns the variance of a thing's figure in one block. */
    public double variance(int thing) {
        return variances[thing];
    }

    public int freedom() {
        return freedom;
    }
}

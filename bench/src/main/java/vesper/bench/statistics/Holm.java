package vesper.bench.statistics;

import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Adjusts the probabilities of many comparisons upwards, so that at a threshold of 5 % the probability of even one
 * false alarm among all of them is 5 % (S. Holm, "A simple sequentially rejective multiple test procedure",
 * Scandinavian Journal of Statistics 6, 1979).
 */
public final class Holm {
    private Holm() {}

    /** Returns the adjusted probabilities in the same order, each from 0 to 1. */
    public static List<Double> adjusted(List<Double> probabilities) {
        List<Integer> order = IntStream.range(0, probabilities.size())
                .boxed()
                .sorted(Comparator.comparing(probabilities::get))
                .toList();
        Double[] adjusted = new Double[probabilities.size()];
        double least = 0;
        for (int rank = 0; rank < order.size(); rank++) {
            double own = (order.size() - rank) * probabilities.get(order.get(rank));
            least = Math.max(least, Math.min(1, own));
            adjusted[order.get(rank)] = least;
        }
        return List.of(adjusted);
    }
}

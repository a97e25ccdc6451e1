package vesper.bench.statistics;

import java.util.List;

/**
 * What two switches do, from all four ways in which they can stand, taken in rounds of four figures each.
 *
 * @param first what turning on the first one does, on average over both positions of the second
 * @param second the same of the second
 * @param interaction by how much the first does more where the second is on; 1 where each does the same whatever the other
 */
public record TwoByTwo(Effect first, Effect second, Effect interaction) {
    /**
     * The figures of one round.
     *
     * @param none with both off
     */
    public record Round(double none, double first, double second, double both) {}

    public static TwoByTwo of(List<Round> rounds) {
        int count = rounds.size();
        double[] ofFirst = new double[count];
        double[] ofSecond = new double[count];
        double[] together = new double[count];
        for (int i = 0; i < count; i++) {
            Round round = rounds.get(i);
            double alone = Math.log(round.first) - Math.log(round.none);
            double beside = Math.log(round.both) - Math.log(round.second);
            double second = Math.log(round.second) - Math.log(round.none);
            double secondBeside = Math.log(round.both) - Math.log(round.first);
            ofFirst[i] = (alone + beside) / 2;
            ofSecond[i] = (second + secondBeside) / 2;
            together[i] = beside - alone;
        }
        return new TwoByTwo(Effect.ofLogarithms(ofFirst), Effect.ofLogarithms(ofSecond), Effect.ofLogarithms(together));
    }
}

package vesper.bench.instrument;

import java.time.Duration;

/** When an arm has its recorded runs, and how long one is. */
public sealed interface Occasion {
    /** One in each round, as long as the pace says. */
    record Rounds() implements Occasion {}

    /**
     * As many rounds, after those, of runs that are ended by a number of requests: for what another tool drives. The first
     * run of each start warms what only that tool uses, and is not recorded.
     */
    record CountedRounds(long requests) implements Occasion {}

    /** One long run, after all rounds of each start. */
    record Sustained(Duration length) implements Occasion {}
}

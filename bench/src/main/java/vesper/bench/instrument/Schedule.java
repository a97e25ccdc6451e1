package vesper.bench.instrument;

import java.time.Duration;

/** The time at which an arm has its recorded runs, and their length. */
public sealed interface Schedule {
    /** One run in each round, with the length that the pace sets. */
    record Rounds() implements Schedule {}

    /**
     * Runs with a fixed number of requests, in rounds after the normal ones, for comparisons with other tools. The
     * first run of each start warms code that only this load uses, and is not recorded.
     */
    record CountedRounds(long requests) implements Schedule {}

    /** One long run after all rounds of each start. */
    record Sustained(Duration length) implements Schedule {}
}

package vesper.bench.instrument;

/**
 * A recorded run.
 *
 * @param start of the servers, from 1
 * @param round of that start, from 1
 * @param arm its name
 */
public record Recorded(int start, int round, String arm, Observation seen) {}

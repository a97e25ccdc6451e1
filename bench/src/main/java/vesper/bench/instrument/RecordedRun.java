package vesper.bench.instrument;

/**
 * A recorded run.
 *
 * @param start number of the start of the servers, from 1
 * @param round number of the round in that start, from 1
 * @param arm name of the arm
 */
public record RecordedRun(int start, int round, String arm, Observation observation) {}

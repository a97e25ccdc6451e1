package vesper.bench.results;

/**
 * A figure that others published of the same experiment, from a machine of theirs.
 *
 * @param source where it is to be found
 * @param system what they measured, in their words
 * @param arm that it stands beside
 * @param value in the unit of the metric
 */
public record Published(String source, String system, String arm, Metric metric, double value) {}

package vesper.bench.results;

/**
 * A figure that others published for the same experiment, measured on their machine.
 *
 * @param source reference to the publication
 * @param system the measured system, in their words
 * @param arm arm to compare it with
 * @param value in the unit of the metric
 */
public record Published(String source, String system, String arm, Metric metric, double value) {}

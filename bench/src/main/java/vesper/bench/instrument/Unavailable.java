package vesper.bench.instrument;

/**
 * A part that an experiment had to do without.
 *
 * @param required true if it was required; false if it is optional on a machine
 */
public record Unavailable(String name, String reason, boolean required) {}

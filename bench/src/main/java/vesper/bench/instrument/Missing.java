package vesper.bench.instrument;

/**
 * A part that an experiment had to do without.
 *
 * @param failed true if it was required; false if it is optional on a machine
 */
public record Missing(String what, String why, boolean failed) {}

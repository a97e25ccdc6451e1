package vesper.bench.instrument;

/**
 * What an experiment went without.
 *
 * @param failed whether it was to be there; false for what is optional on a machine
 */
public record Missing(String what, String why, boolean failed) {}

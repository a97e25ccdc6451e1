package vesper.bench;

/**
 * An arm that was asked for and is not there.
 *
 * @param failed false where the machine merely lacks what the arm needs and one can do without
 */
record LeftOut(String name, String why, boolean failed) {}

package vesper.bench.load;

/** Which part of a run one of its threads carries. {@code index} is from 0 to below {@code of}. */
record Share(int index, int of) {
    static final Share ALL = new Share(0, 1);

    /** How many of these are its own; together the shares have all of them. */
    long count(long total) {
        return total / of + (index < total % of ? 1 : 0);
    }
}

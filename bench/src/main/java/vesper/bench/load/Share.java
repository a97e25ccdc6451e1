package vesper.bench.load;

/** The share of one thread in a run. {@code index} is from 0 to {@code of - 1}. */
record Share(int index, int of) {
    static final Share ALL = new Share(0, 1);

    /** Returns this share's part of a total. The parts of all shares add up to the total. */
    long count(long total) {
        return total / of + (index < total % of ? 1 : 0);
    }
}

package vesper.bench.load;

/** The share of one thread in a run. {@code index} is from 0 to {@code total - 1}. */
record Share(int index, int total) {
    static final Share ALL = new Share(0, 1);

    /** Returns this share's part of an amount. The parts of all shares add up to the amount. */
    long count(long amount) {
        return amount / total + (index < amount % total ? 1 : 0);
    }
}

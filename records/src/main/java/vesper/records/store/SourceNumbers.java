package vesper.records.store;

import java.util.stream.IntStream;

/**
 * Allocates new numbers for journals whose contents have changed. No number is allocated twice or used by a journal or
 * a block.
 */
final class SourceNumbers {
    /** Exclusive upper bound of the regular numbers, which are those of the folders. */
    private static final int MOST_JOURNALS = 100_000;

    private int last;

    /** @param taken the numbers of all journals and blocks */
    SourceNumbers(IntStream taken) {
        this.last = taken.reduce(MOST_JOURNALS, Math::max);
    }

    int unused() {
        return ++last;
    }
}

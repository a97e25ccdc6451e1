package vesper.records.store;

import java.util.stream.IntStream;

/** Numbers for journals that are not what they were: each is given once, and none that a journal or a block has. */
final class SourceNumbers {
    /** Of a server at one time, which have the numbers of their folders. */
    private static final int MOST_JOURNALS = 100_000;

    private int last;

    /** @param taken those that journals and blocks have */
    SourceNumbers(IntStream taken) {
        this.last = taken.reduce(MOST_JOURNALS, Math::max);
    }

    int unused() {
        return ++last;
    }
}

package vesper.records.search;

/** An estimate of how many rows of a batch match, made without reading any of them. */
enum Likelihood {
    NONE,
    SOME,
    ALL;

    Likelihood not() {
        return switch (this) {
            case NONE -> ALL;
            case SOME -> SOME;
            case ALL -> NONE;
        };
    }

    Likelihood and(Likelihood other) {
        return compareTo(other) < 0 ? this : other;
    }

    Likelihood or(Likelihood other) {
        return compareTo(other) > 0 ? this : other;
    }

    static Likelihood possible(boolean isPossible) {
        return isPossible ? SOME : NONE;
    }
}

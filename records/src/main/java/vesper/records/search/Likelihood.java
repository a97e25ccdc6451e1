package vesper.records.search;

/** What is known of the rows of a batch before any of them is looked at. */
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

package vesper.bench.statistics;

/** The relation that a figure must have to a bound. */
public enum Comparison {
    AT_LEAST("≥"),
    AT_MOST("≤"),
    ABOVE(">"),
    BELOW("<"),
    EQUAL("=");

    private final String sign;

    Comparison(String sign) {
        this.sign = sign;
    }

    /** Returns the sign as reports print it. */
    public String sign() {
        return sign;
    }

    public boolean holds(double figure, double bound) {
        return switch (this) {
            case AT_LEAST -> figure >= bound;
            case AT_MOST -> figure <= bound;
            case ABOVE -> figure > bound;
            case BELOW -> figure < bound;
            case EQUAL -> figure == bound;
        };
    }

    /** @param sign {@code >=}, {@code <=}, {@code >}, {@code <} or {@code =}, or a printed sign */
    public static Comparison of(String sign) {
        return switch (sign) {
            case ">=", "≥" -> AT_LEAST;
            case "<=", "≤" -> AT_MOST;
            case ">" -> ABOVE;
            case "<" -> BELOW;
            case "=" -> EQUAL;
            default -> throw new IllegalArgumentException(sign + " compares nothing");
        };
    }
}

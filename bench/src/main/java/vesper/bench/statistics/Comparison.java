package vesper.bench.statistics;

/** How a figure has to stand to a bound. */
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

    /** As it is printed. */
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

    /** @param sign {@code >=}, {@code <=}, {@code >}, {@code <} or {@code =}, or as it is printed */
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

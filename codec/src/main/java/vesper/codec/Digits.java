package vesper.codec;

import java.math.BigDecimal;

/**
 * A limit on the number of digits that a number has when written out. {@code 1e999999999} is eleven characters, but
 * code that rounds it, adds to it or prints it in plain notation creates a billion digits.
 */
public final class Digits {
    /** Maximum number of digits before the decimal point, and after it. */
    public static final int MAX = Limits.NUMBER_LENGTH;

    private Digits() {}

    public static boolean isWithinLimit(BigDecimal number) {
        long scale = number.scale();
        return Math.abs(scale) <= MAX && number.precision() - scale <= MAX;
    }
}

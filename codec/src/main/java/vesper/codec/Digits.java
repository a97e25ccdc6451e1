package vesper.codec;

import java.math.BigDecimal;

/**
 * A limit on the number of digits that a number has when written out. {@code 1e999999999} is eleven characters, but
 * code that rounds it, adds to it or prints it in plain notation creates a billion digits.
 */
public final class Digits {
    /** Maximum number of digits before the decimal point, and after it. */
    public static final int MOST = Limits.NUMBER_LENGTH;

    private Digits() {}

    public static boolean areWithin(BigDecimal number) {
        long scale = number.scale();
        return Math.abs(scale) <= MOST && number.precision() - scale <= MOST;
    }
}

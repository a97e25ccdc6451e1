package vesper.codec;

import java.math.BigDecimal;

/**
 * How long a number may be once it is written out. {@code 1e999999999} is eleven characters, and whoever rounds it,
 * adds to it or writes it plainly makes a billion of them.
 */
public final class Digits {
    /** Before and after the point each. */
    public static final int MOST = Limits.NUMBER_LENGTH;

    private Digits() {}

    public static boolean areWithin(BigDecimal number) {
        long scale = number.scale();
        return Math.abs(scale) <= MOST && number.precision() - scale <= MOST;
    }
}

package vesper.codec;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** The outcome of reading a text as a Java type. */
public sealed interface DecodeResult<T> {
    /** The text fits the type. The value is null for the text {@code null}. */
    record Value<T>(@Nullable T value) implements DecodeResult<T> {}

    /**
     * The text violates the grammar of its format or one of the bounds in {@link Limits}.
     *
     * @param reason a sentence without a full stop, safe to send back
     * @param line counted from 1, 0 if unknown
     * @param column counted from 1, 0 if unknown
     */
    record Malformed<T>(String reason, int line, int column) implements DecodeResult<T> {}

    /**
     * The text has more tokens than a text may have.
     *
     * @param reason a sentence without a full stop, safe to send back; names the bound
     */
    record TooLarge<T>(String reason) implements DecodeResult<T> {}

    /**
     * The text is well-formed, but some values do not fit the type.
     *
     * @param fields the values that do not fit, in the order of the text; at least one, at most
     *     {@value Limits#BAD_FIELDS}
     */
    record Mismatch<T>(List<BadField> fields) implements DecodeResult<T> {}
}

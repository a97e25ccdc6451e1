package vesper.codec;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** What came of reading a text as a type. */
public sealed interface Decoded<T> {
    /** The text fits; null where it says {@code null}. */
    record Value<T>(@Nullable T value) implements Decoded<T> {}

    /**
     * The text breaks its format's grammar or one of the bounds of {@link Limits}.
     *
     * @param reason a sentence without a full stop, safe to send back
     * @param line counted from 1, 0 where unknown
     * @param column counted from 1, 0 where unknown
     */
    record Malformed<T>(String reason, int line, int column) implements Decoded<T> {}

    /**
     * The text holds more than may be read of one.
     *
     * @param reason a sentence without a full stop, safe to send back; names the bound
     */
    record TooLarge<T>(String reason) implements Decoded<T> {}

    /**
     * The grammar is right but values do not fit the type.
     *
     * @param fields each of them, in the order of the text; at least one, at most {@value Limits#BAD_FIELDS}
     */
    record Unfit<T>(List<BadField> fields) implements Decoded<T> {}
}

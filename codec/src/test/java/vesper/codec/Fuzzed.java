package vesper.codec;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** A record with a field of each kind of type that a service accepts. */
public record Fuzzed(
        int number,
        @Nullable Long large,
        double fraction,
        @Nullable BigInteger whole,
        @Nullable BigDecimal exact,
        boolean open,
        @Nullable String text,
        byte @Nullable [] bytes,
        @Nullable Colour colour,
        @Nullable Instant at,
        @Nullable UUID id,
        Optional<String> note,
        @Nullable List<Fuzzed> children,
        @Nullable Set<Integer> numbers,
        @Nullable Map<String, Object> others) {

    public enum Colour {
        RED,
        GREEN
    }

    /** Checks that a text becomes a value or a rejection with a reason, and never an exception. */
    static void read(Codec codec, MediaFormat format, byte[] text) {
        for (Class<?> type : List.of(Fuzzed.class, Object.class)) {
            switch (codec.read(format, text, type)) {
                case DecodeResult.Value<Object>(var value) -> writeAndReadAgain(codec, format, value);
                case DecodeResult.Malformed<Object>(var reason, var line, var column) ->
                    check(!reason.isBlank() && line >= 0 && column >= 0, reason);
                case DecodeResult.TooLarge<Object>(var reason) -> check(!reason.isBlank(), reason);
                case DecodeResult.Mismatch<Object>(var fields) ->
                    check(!fields.isEmpty() && fields.size() <= Limits.BAD_FIELDS, fields.toString());
            }
        }
    }

    /** Checks that a value read from JSON can be written, and is the same when it is read again. */
    private static void writeAndReadAgain(Codec codec, MediaFormat format, @Nullable Object value) {
        if (format != MediaFormat.JSON || value == null || value instanceof Fuzzed) return;
        String written = new String(codec.write(format, value), UTF_8);
        DecodeResult<Object> again = codec.read(format, written.getBytes(UTF_8), Object.class);
        check(again.equals(new DecodeResult.Value<>(value)), written + " became " + again);
    }

    private static void check(boolean holds, String otherwise) {
        if (!holds) throw new AssertionError(otherwise);
    }
}

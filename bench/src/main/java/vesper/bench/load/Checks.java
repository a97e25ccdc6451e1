package vesper.bench.load;

import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;

/**
 * Properties that a response must have; a response without them counts as an error.
 *
 * @param status empty for any status below 400
 * @param bodyBytes empty for any size
 * @param body empty for any content
 */
public record Checks(OptionalInt status, OptionalLong bodyBytes, Optional<byte[]> body) {
    public static final Checks NONE = new Checks(OptionalInt.empty(), OptionalLong.empty(), Optional.empty());

    public Checks {
        if (status.isPresent() && (status.getAsInt() < 200 || status.getAsInt() > 599)) {
            throw new IllegalArgumentException("status " + status.getAsInt() + " is not in 200 to 599");
        }
        if (bodyBytes.isPresent() && bodyBytes.getAsLong() < 0) {
            throw new IllegalArgumentException("size " + bodyBytes.getAsLong() + " is below 0");
        }
    }

    public static Checks body(byte[] expected) {
        return new Checks(OptionalInt.empty(), OptionalLong.empty(), Optional.of(expected));
    }

    boolean isStatusAsExpected(int was) {
        return status.isPresent() ? was == status.getAsInt() : was < 400;
    }

    boolean isSizeAsExpected(long was) {
        return bodyBytes.isEmpty() || was == bodyBytes.getAsLong();
    }
}

package vesper.records.capture;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.nio.ByteBuffer;
import java.time.Clock;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import vesper.records.Transaction;
import vesper.records.rows.Additions.Addition;
import vesper.records.rows.Additions.Kind;

/**
 * Creates additions from the values that code passes. Thread-safe. Never throws an exception, even if a value's own
 * methods do. If a value is larger than the limit for all additions, just enough of it is copied to exceed that limit.
 */
final class AdditionFactory {
    private static final ByteBuffer NOTHING = ByteBuffer.allocate(0);
    private static final String MORE = "More was added than is kept of one transaction.";
    private static final int LONGEST_NAME = 1024;
    private static final int LONGEST_FAILURE = 8 << 10;
    private static final int TOO_MANY_BYTES = Transaction.MOST_BYTES + 1;

    private final Clock clock;
    private final Function<Object, byte[]> json;

    /**
     * @param json converts values to JSON; if it throws an exception, the value's text and the reason are recorded
     *     instead
     */
    AdditionFactory(Clock clock, Function<Object, byte[]> json) {
        this.clock = clock;
        this.json = json;
    }

    private record Payload(String contentType, ByteBuffer bytes) {}

    Addition state(@Nullable String name, @Nullable Object given) {
        Payload payload = switch (given) {
            case null -> new Payload("", NOTHING);
            case byte[] bytes -> new Payload("application/octet-stream", copied(bytes));
            case CharSequence text -> new Payload("text/plain", utf8(text(text)));
            default -> json(given);
        };
        return made(Kind.STATE, name, payload.contentType, payload.bytes);
    }

    Addition property(@Nullable String name, @Nullable Object value) {
        return made(Kind.PROPERTY, name, "", utf8(text(value)));
    }

    Addition log(@Nullable String line) {
        return made(Kind.LOG, "", "", utf8(text(line)));
    }

    Addition link(@Nullable String relation, @Nullable String otherId) {
        return made(Kind.LINK, relation, "", utf8(text(otherId)));
    }

    /** Creates the log line that replaces additions beyond the limits. */
    Addition more() {
        return new Addition(Kind.LOG, clock.millis(), true, "", "", utf8(MORE));
    }

    private Addition made(Kind kind, @Nullable String name, String contentType, ByteBuffer value) {
        return new Addition(kind, clock.millis(), false, cut(name), contentType, value);
    }

    private Payload json(Object value) {
        try {
            byte[] made = json.apply(value);
            return new Payload("application/json", ByteBuffer.wrap(made, 0, Math.min(made.length, TOO_MANY_BYTES)));
        } catch (Throwable unwritable) {
            // The value's own code failed or the value is too large. The caller must not be affected.
            return new Payload("text/plain", utf8(text(value) + "\nNo JSON can be made of it: " + text(unwritable)));
        }
    }

    /** Returns the text form of a value, empty for null. */
    static String text(@Nullable Object value) {
        if (value == null) return "";
        try {
            return Objects.requireNonNullElse(value.toString(), "");
        } catch (Throwable e) {
            // The value's own code failed, see above.
            return "No text can be made of it: " + e.getClass().getName();
        }
    }

    /** Returns the class and message of an exception, truncated. */
    static String failure(@Nullable Throwable why) {
        String text = text(why);
        return text.substring(0, Math.min(text.length(), LONGEST_FAILURE));
    }

    private static ByteBuffer copied(byte[] bytes) {
        ByteBuffer copy = ByteBuffer.allocate(Math.min(bytes.length, TOO_MANY_BYTES));
        return copy.put(bytes, 0, copy.capacity()).flip();
    }

    private static ByteBuffer utf8(String text) {
        String taken = text.length() <= TOO_MANY_BYTES ? text : text.substring(0, TOO_MANY_BYTES);
        return ByteBuffer.wrap(taken.getBytes(UTF_8));
    }

    /** Truncates a name to the maximum length of names; null becomes empty. */
    static String cut(@Nullable String text) {
        if (text == null) return "";
        return text.length() <= LONGEST_NAME ? text : text.substring(0, LONGEST_NAME);
    }
}

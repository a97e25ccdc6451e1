package vesper.records.capture;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.nio.ByteBuffer;
import java.time.Clock;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import vesper.records.rows.Additions.Addition;
import vesper.records.rows.Additions.Kind;

/** Makes additions of what code says of a transaction. Any thread calls. */
final class Sayings {
    private static final ByteBuffer NOTHING = ByteBuffer.allocate(0);
    private static final String MORE = "More was added than is kept of one transaction.";
    private static final int LONGEST_NAME = 1024;

    private final Clock clock;
    private final Function<Object, byte[]> json;

    /** @param json makes JSON of values; where it throws, the value's text is taken */
    Sayings(Clock clock, Function<Object, byte[]> json) {
        this.clock = clock;
        this.json = json;
    }

    Addition state(String name, @Nullable Object payload) {
        String contentType = switch (payload) {
            case null -> "";
            case byte[] _ -> "application/octet-stream";
            case CharSequence _ -> "text/plain";
            default -> "application/json";
        };
        return made(Kind.STATE, name, contentType, bytes(payload));
    }

    Addition property(String name, @Nullable Object value) {
        return made(Kind.PROPERTY, name, "", utf8(String.valueOf(value)));
    }

    Addition log(String line) {
        return made(Kind.LOG, "", "", utf8(line));
    }

    Addition link(String relation, String otherId) {
        return made(Kind.LINK, relation, "", utf8(otherId));
    }

    /** Stands for everything that there was no room for. */
    Addition more() {
        return new Addition(Kind.LOG, clock.millis(), true, "", "", utf8(MORE));
    }

    private Addition made(Kind kind, String name, String contentType, ByteBuffer value) {
        return new Addition(kind, clock.millis(), false, cut(name), contentType, value);
    }

    private ByteBuffer bytes(@Nullable Object payload) {
        return switch (payload) {
            case null -> NOTHING;
            case byte[] bytes -> ByteBuffer.wrap(bytes.clone());
            case CharSequence text -> utf8(text.toString());
            default -> ByteBuffer.wrap(jsonOf(payload));
        };
    }

    private byte[] jsonOf(Object value) {
        try {
            return json.apply(value);
        } catch (RuntimeException unwritable) {
            return String.valueOf(value).getBytes(UTF_8);
        }
    }

    private static ByteBuffer utf8(String text) {
        return ByteBuffer.wrap(text.getBytes(UTF_8));
    }

    /** A name as long as names may be. */
    static String cut(String text) {
        return text.length() <= LONGEST_NAME ? text : text.substring(0, LONGEST_NAME);
    }
}

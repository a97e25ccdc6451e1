package vesper.rest;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.springframework.http.codec.ServerSentEvent;

/** The wire format of events (the HTML standard, section 9.2.5). */
final class EventText {
    /** A heartbeat: a comment, which clients ignore. */
    static final byte[] HEARTBEAT = ":\n\n".getBytes(UTF_8);

    private EventText() {}

    /** Returns the bytes of an event. {@code json} converts a value that is not text to JSON on a single line. */
    static byte[] of(ServerSentEvent<?> event, Function<Object, String> json) {
        StringBuilder text = new StringBuilder();
        lines(text, ":", event.comment());
        line(text, "id:", event.id());
        line(text, "event:", event.event());
        if (event.retry() != null)
            text.append("retry:").append(event.retry().toMillis()).append('\n');
        Object data = event.data();
        lines(text, "data:", data == null || data instanceof CharSequence ? data : json.apply(data));
        return text.append('\n').toString().getBytes(UTF_8);
    }

    private static void line(StringBuilder text, String field, @Nullable String value) {
        if (value == null) return;
        // A line end would let the value inject another field.
        if (value.chars().anyMatch(c -> c == '\n' || c == '\r' || c == 0))
            throw new IllegalArgumentException("the " + field + " of an event contains a line break");
        text.append(field).append(value).append('\n');
    }

    /** Appends each line of the value as a line with this field name. Clients join the lines again. */
    private static void lines(StringBuilder text, String field, @Nullable Object value) {
        if (value == null) return;
        String all = value.toString();
        int start = 0;
        while (true) {
            int end = start;
            while (end < all.length() && all.charAt(end) != '\n' && all.charAt(end) != '\r') end++;
            // Clients strip one leading space, so a value that starts with a space gets another one before it.
            boolean blank = start < end && all.charAt(start) == ' ';
            text.append(field).append(blank ? " " : "").append(all, start, end).append('\n');
            if (end == all.length()) return;
            boolean both = all.charAt(end) == '\r' && end + 1 < all.length() && all.charAt(end + 1) == '\n';
            start = both ? end + 2 : end + 1;
        }
    }
}

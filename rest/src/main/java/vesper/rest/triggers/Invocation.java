package vesper.rest.triggers;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.HexFormat;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import vesper.http.Method;
import vesper.http.Request;
import vesper.http.Slot;

/**
 * A piece of work that a trigger has started.
 *
 * @param target the subject of the work as a path and an optional query, percent-encoded where necessary
 * @param packageName the package whose code runs; empty for the server's own
 */
public record Invocation(TriggerId trigger, String target, String packageName) {
    /** Holds the invocation that a request stands for; empty for a request of a client. */
    public static final Slot<Invocation> SLOT = Slot.of(Invocation.class, 3);

    public Invocation {
        if (!target.startsWith("/")) throw new IllegalArgumentException("the path '" + target + "' must start with /");
        target = encoded(target);
    }

    /** Encodes what cannot be in a target. A percent sign stays, since the target may be encoded already. */
    private static String encoded(String target) {
        if (target.chars().allMatch(Invocation::mayStay)) return target;
        StringBuilder text = new StringBuilder();
        for (byte b : target.getBytes(UTF_8)) {
            if (b >= 0 && mayStay(b)) text.append((char) b);
            else text.append('%').append(HexFormat.of().withUpperCase().toHexDigits(b));
        }
        return text.toString();
    }

    private static boolean mayStay(int c) {
        return c > ' ' && c < 0x7f && "\"#<>[\\]^`{|}".indexOf(c) < 0;
    }

    /** Returns the target without its query, which may hold secrets. */
    public String path() {
        int mark = target.indexOf('?');
        return mark < 0 ? target : target.substring(0, mark);
    }

    /** Returns the method that records show: the kind, in the place of {@code GET} and the like. */
    public String method() {
        return trigger.kind().toUpperCase(Locale.ROOT);
    }

    /** Returns the name of the route in records: all work of one trigger has the same. */
    public String route() {
        return method() + " " + trigger.name();
    }

    /** Returns the method of a request, as rules compare it; null if the request stands for an invocation. */
    public static @Nullable Method methodOf(Request request) {
        return request.get(SLOT) == null ? request.method() : null;
    }
}

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
 * @param kind the kind of the trigger, in lower-case letters
 * @param path what the work is about; begins with a slash, and is percent-encoded where necessary
 * @param packageName the package whose code runs; empty for the server's own
 * @param trigger the name of the trigger
 */
public record Invocation(String kind, String path, String packageName, String trigger) {
    /** Holds the invocation that a request stands for; empty for a request of a client. */
    public static final Slot<Invocation> SLOT = Slot.of(Invocation.class, 3);

    public Invocation {
        if (!kind.matches("[a-z][a-z-]{0,19}"))
            throw new IllegalArgumentException("the kind of a trigger must be a short word, not '" + kind + "'");
        if (!path.startsWith("/")) throw new IllegalArgumentException("the path '" + path + "' must start with /");
        path = encoded(path);
    }

    /** Encodes what cannot be in a path. A percent sign stays, since the path may be encoded already. */
    private static String encoded(String path) {
        if (path.chars().allMatch(Invocation::mayStay)) return path;
        StringBuilder text = new StringBuilder();
        for (byte b : path.getBytes(UTF_8)) {
            if (b >= 0 && mayStay(b)) text.append((char) b);
            else text.append('%').append(HexFormat.of().withUpperCase().toHexDigits(b));
        }
        return text.toString();
    }

    private static boolean mayStay(int c) {
        return c > ' ' && c < 0x7f && "\"#<>?[\\]^`{|}".indexOf(c) < 0;
    }

    /** Returns the method that records show: the kind, in the place of {@code GET} and the like. */
    public String method() {
        return kind.toUpperCase(Locale.ROOT);
    }

    /** Returns the name of the route in records: all work of one trigger has the same. */
    public String route() {
        return method() + " " + trigger;
    }

    /** Returns the method of a request, as rules compare it; null if the request stands for an invocation. */
    public static @Nullable Method methodOf(Request request) {
        return request.get(SLOT) == null ? request.method() : null;
    }
}

package vesper.http;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The cookies of a request (RFC 6265bis, sections 4.2 and 5.8.3), in the order in which they came, the more specific
 * path first.
 *
 * <p>Names are compared with case. Values are as they were sent, quotation marks included: they are part of the value,
 * and nothing is decoded. A pair without a name is no cookie to anybody and is skipped. The header section's own limit
 * bounds how many there can be. Several {@code Cookie} lines, as HTTP/2 sends them, count as one.
 */
public final class Cookies {
    private static final Cookies NONE = new Cookies(List.of());

    private record Cookie(String name, String value) {}

    private final List<Cookie> cookies;

    private Cookies(List<Cookie> cookies) {
        this.cookies = cookies;
    }

    /** The cookies that these header fields bring; a request without any costs one look. */
    public static Cookies of(Headers headers) {
        List<String> lines = headers.all("Cookie");
        if (lines.isEmpty()) return NONE;
        List<Cookie> cookies = new ArrayList<>();
        for (String line : lines) parse(line, cookies);
        return new Cookies(cookies);
    }

    private static void parse(String line, List<Cookie> cookies) {
        int start = 0;
        while (start < line.length()) {
            int end = line.indexOf(';', start);
            if (end < 0) end = line.length();
            int equals = line.indexOf('=', start);
            String name = equals < 0 || equals > end ? "" : trimmed(line, start, equals);
            if (!name.isEmpty()) cookies.add(new Cookie(name, trimmed(line, equals + 1, end)));
            start = end + 1;
        }
    }

    /** Without blanks and tabs around it, and no other white space: that would be a character of the value. */
    private static String trimmed(String line, int start, int end) {
        int from = start;
        int to = end;
        while (from < to && isBlank(line.charAt(from))) from++;
        while (to > from && isBlank(line.charAt(to - 1))) to--;
        return line.substring(from, to);
    }

    private static boolean isBlank(char c) {
        return c == ' ' || c == '\t';
    }

    /** The value under this name; of several the first, which has the most specific path. */
    public Optional<String> first(String name) {
        for (Cookie cookie : cookies) if (cookie.name.equals(name)) return Optional.of(cookie.value);
        return Optional.empty();
    }

    /** Every value under this name. */
    public List<String> all(String name) {
        List<String> values = new ArrayList<>(1);
        for (Cookie cookie : cookies) if (cookie.name.equals(name)) values.add(cookie.value);
        return values;
    }

    public boolean isEmpty() {
        return cookies.isEmpty();
    }

    /** All of them by name. */
    public Map<String, List<String>> asMap() {
        Map<String, List<String>> all = new LinkedHashMap<>();
        for (Cookie cookie : cookies) {
            all.computeIfAbsent(cookie.name, _ -> new ArrayList<>(1)).add(cookie.value);
        }
        return all;
    }
}

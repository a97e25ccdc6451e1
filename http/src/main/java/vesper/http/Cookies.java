package vesper.http;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The cookies of a request (RFC 6265bis, sections 4.2 and 5.8.3), in the order received: those with a more specific
 * path come first.
 *
 * <p>Names are case-sensitive. Values are as sent, including any quotation marks: these are part of the value, and
 * nothing is decoded. A pair without a name is skipped. The limit on the header section bounds the number of cookies.
 * Several {@code Cookie} lines, as HTTP/2 sends them, count as one.
 */
public final class Cookies {
    private static final Cookies NONE = new Cookies(List.of());

    private record Cookie(String name, String value) {}

    private final List<Cookie> cookies;

    private Cookies(List<Cookie> cookies) {
        this.cookies = cookies;
    }

    /** Parses the cookies in these header fields. A request without any costs one lookup. */
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

    /** Removes blanks and tabs at both ends. Other white space is part of the value. */
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

    /** Returns the value of the first cookie of this name, the one with the most specific path. */
    public Optional<String> first(String name) {
        for (Cookie cookie : cookies) if (cookie.name.equals(name)) return Optional.of(cookie.value);
        return Optional.empty();
    }

    /** Returns the values of all cookies of this name. */
    public List<String> all(String name) {
        List<String> values = new ArrayList<>(1);
        for (Cookie cookie : cookies) if (cookie.name.equals(name)) values.add(cookie.value);
        return values;
    }

    public boolean isEmpty() {
        return cookies.isEmpty();
    }

    /** Returns all values by name. */
    public Map<String, List<String>> asMap() {
        Map<String, List<String>> all = new LinkedHashMap<>();
        for (Cookie cookie : cookies) {
            all.computeIfAbsent(cookie.name, _ -> new ArrayList<>(1)).add(cookie.value);
        }
        return all;
    }
}

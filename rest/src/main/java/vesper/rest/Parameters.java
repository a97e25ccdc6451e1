package vesper.rest;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import vesper.http.PercentEncoding;

/**
 * Names and their values as a query or an HTML form has them ({@code application/x-www-form-urlencoded}), in order; at
 * most {@value #MOST}.
 */
final class Parameters {
    static final Parameters NONE = new Parameters();

    private static final int MOST = 10_000;

    private final Map<String, List<String>> values = new LinkedHashMap<>();
    private int count;

    private Parameters() {}

    /**
     * The parameters of several texts, one after the other.
     *
     * @throws IllegalArgumentException if percent-encoding is broken or there are too many parameters
     */
    static Parameters of(String... texts) {
        Parameters parameters = new Parameters();
        for (String text : texts) parameters.parse(text);
        return parameters;
    }

    private void parse(String text) {
        int start = 0;
        while (start < text.length()) {
            int end = text.indexOf('&', start);
            if (end < 0) end = text.length();
            if (end > start) add(text.substring(start, end));
            start = end + 1;
        }
    }

    private void add(String pair) {
        if (++count > MOST) throw new IllegalArgumentException("more than " + MOST + " parameters");
        int equals = pair.indexOf('=');
        String name = equals < 0 ? pair : pair.substring(0, equals);
        String value = equals < 0 ? "" : pair.substring(equals + 1);
        add(PercentEncoding.decodeForm(name), PercentEncoding.decodeForm(value));
    }

    /** Adds a value behind those that its name has. */
    void add(String name, String value) {
        values.computeIfAbsent(name, _ -> new ArrayList<>(1)).add(value);
    }

    /** The values under this name, none for a name that is not there. */
    List<String> all(String name) {
        return values.getOrDefault(name, List.of());
    }

    Map<String, List<String>> asMap() {
        return values;
    }
}

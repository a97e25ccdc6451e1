package vesper.rest.bodies;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import vesper.http.PercentEncoding;

/**
 * Names and values of a query or an HTML form ({@code application/x-www-form-urlencoded}), in order. At most
 * {@value #MAX_PARAMETERS} parameters.
 */
public final class Parameters {
    public static final Parameters NONE = new Parameters();

    private static final int MAX_PARAMETERS = 10_000;

    private final Map<String, List<String>> values = new LinkedHashMap<>();
    private int count;

    private Parameters() {}

    /**
     * Parses several texts, one after the other.
     *
     * @throws IllegalArgumentException if the percent-encoding is malformed or there are too many parameters
     */
    public static Parameters of(String... texts) {
        Parameters parameters = new Parameters();
        for (String text : texts) EncodedPairs.forEach(text, parameters::addEncoded);
        return parameters;
    }

    private void addEncoded(String name, String value) {
        if (++count > MAX_PARAMETERS) throw new IllegalArgumentException("more than " + MAX_PARAMETERS + " parameters");
        add(PercentEncoding.decodeForm(name), PercentEncoding.decodeForm(value));
    }

    /** Appends a value to those of its name. */
    public void add(String name, String value) {
        values.computeIfAbsent(name, _ -> new ArrayList<>(1)).add(value);
    }

    /** Returns the values of a name; empty if the name is absent. */
    public List<String> all(String name) {
        return values.getOrDefault(name, List.of());
    }

    public Map<String, List<String>> asMap() {
        return values;
    }
}

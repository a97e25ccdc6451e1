package vesper.rest.bodies;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

/**
 * Parses any text as a query or form. The result is names and values, or a rejection because of broken encoding. Run by
 * {@code scripts/fuzz.sh}, replayed by {@link FuzzCorpusTest}.
 */
public final class ParametersFuzz {
    private ParametersFuzz() {}

    public static void fuzzerTestOneInput(byte[] bytes) {
        String text = new String(bytes, ISO_8859_1);
        Parameters parameters;
        try {
            parameters = Parameters.of(text);
        } catch (IllegalArgumentException e) {
            return;
        }
        int values = 0;
        for (var entry : parameters.asMap().entrySet()) {
            values += entry.getValue().size();
            if (!parameters.all(entry.getKey()).equals(entry.getValue())) throw new AssertionError(entry.getKey());
        }
        long pairs = text.chars().filter(c -> c == '&').count() + 1;
        if (values > pairs) throw new AssertionError(values + " values of " + pairs + " pairs");
    }
}

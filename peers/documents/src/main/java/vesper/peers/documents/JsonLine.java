package vesper.peers.documents;

import java.util.Locale;

/** A builder for one line of JSON: an object with numbers and text, in the order of the calls. */
final class JsonLine {
    private final StringBuilder text = new StringBuilder("{");

    JsonLine with(String name, long number) {
        return named(name, Long.toString(number));
    }

    JsonLine with(String name, double number) {
        return named(name, String.format(Locale.ROOT, "%.6f", number));
    }

    JsonLine with(String name, String value) {
        return named(name, quoted(value));
    }

    @Override
    public String toString() {
        return text + "}";
    }

    private JsonLine named(String name, String value) {
        if (text.length() > 1) text.append(',');
        text.append(quoted(name)).append(':').append(value);
        return this;
    }

    private static String quoted(String value) {
        var quoted = new StringBuilder("\"");
        for (int i = 0; i < value.length(); i++) {
            char next = value.charAt(i);
            if (next == '"' || next == '\\') quoted.append('\\').append(next);
            else if (next < ' ') quoted.append(' ');
            else quoted.append(next);
        }
        return quoted.append('"').toString();
    }
}

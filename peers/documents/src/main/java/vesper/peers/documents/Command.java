package vesper.peers.documents;

import java.util.HashMap;
import java.util.Map;

/**
 * A line of the driver's input, {@code word key=value key=value}. If a required value is missing or malformed, access
 * to it throws an {@link IllegalArgumentException} that names it.
 */
record Command(String word, Map<String, String> values) {
    static Command parse(String line) {
        String[] parts = line.strip().split(" +");
        Map<String, String> values = new HashMap<>();
        for (int i = 1; i < parts.length; i++) {
            int equals = parts[i].indexOf('=');
            if (equals < 1) throw new IllegalArgumentException("expected key=value: " + parts[i]);
            values.put(parts[i].substring(0, equals), parts[i].substring(equals + 1));
        }
        return new Command(parts[0], Map.copyOf(values));
    }

    String text(String key) {
        String value = values.get(key);
        if (value == null) throw new IllegalArgumentException(word + " needs " + key + "=…");
        return value;
    }

    /** Returns an integer of at least 1. */
    int number(String key) {
        String text = text(key);
        try {
            int number = Integer.parseInt(text);
            if (number >= 1) return number;
        } catch (NumberFormatException _) {
            // Rejected below, like numbers below 1.
        }
        throw new IllegalArgumentException(key + " must be a number of at least 1: " + text);
    }

    <E extends Enum<E>> E choice(String key, Class<E> choices) {
        String text = text(key);
        for (E choice : choices.getEnumConstants()) {
            if (choice.name().equalsIgnoreCase(text)) return choice;
        }
        throw new IllegalArgumentException("unknown " + key + " " + text);
    }
}

package vesper.records.rules;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import vesper.http.Method;
import vesper.records.masks.Mask;
import vesper.rest.names.Nearest;

/** Parsing of the words used in rules. */
public final class RuleWords {
    private RuleWords() {}

    /** Returns an enumeration's constants by their lower-case names. */
    public static <E extends Enum<E>> Map<String, E> of(Class<E> type) {
        Map<String, E> words = new LinkedHashMap<>();
        for (E constant : type.getEnumConstants()) words.put(constant.name().toLowerCase(Locale.ROOT), constant);
        return words;
    }

    /**
     * Returns the constant for a word.
     *
     * @throws IllegalArgumentException if the word is unknown
     */
    public static <E extends Enum<E>> E one(Class<E> type, String word) {
        Map<String, E> words = of(type);
        E constant = words.get(word);
        if (constant != null) return constant;
        throw new IllegalArgumentException(
                "expected one of " + String.join(", ", words.keySet()) + Nearest.suggestion(word, words.keySet()));
    }

    /**
     * Returns the method for a word, in any case.
     *
     * @throws IllegalArgumentException if the word is unknown
     */
    public static Method method(String word) {
        for (Method method : Method.values()) if (method.name().equals(word.toUpperCase(Locale.ROOT))) return method;
        throw new IllegalArgumentException("expected one of " + String.join(", ", names()));
    }

    private static String[] names() {
        return Arrays.stream(Method.values()).map(Enum::name).toArray(String[]::new);
    }

    /**
     * Checks a status or class of statuses.
     *
     * @throws IllegalArgumentException if it is invalid
     */
    public static String status(String word) {
        StatusFilter.status(word);
        return word;
    }

    /**
     * Checks a name to be masked.
     *
     * @throws IllegalArgumentException if it is blank or too long
     */
    public static String maskedName(String word) {
        if (word.isBlank() || word.length() > Mask.LONGEST_NAME)
            throw new IllegalArgumentException("expected 1 to " + Mask.LONGEST_NAME + " characters");
        return word;
    }
}

package vesper.records.rules;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import vesper.http.Method;
import vesper.records.masks.Mask;
import vesper.rest.names.Nearest;

/** The words of rules and what they stand for. */
final class RuleWords {
    private RuleWords() {}

    /** The constants of an enumeration by their names in small letters. */
    static <E extends Enum<E>> Map<String, E> of(Class<E> type) {
        Map<String, E> words = new LinkedHashMap<>();
        for (E constant : type.getEnumConstants()) words.put(constant.name().toLowerCase(Locale.ROOT), constant);
        return words;
    }

    /** @throws IllegalArgumentException for a word that stands for none */
    static <E extends Enum<E>> E one(Class<E> type, String word) {
        Map<String, E> words = of(type);
        E constant = words.get(word);
        if (constant != null) return constant;
        throw new IllegalArgumentException(
                "expected one of " + String.join(", ", words.keySet()) + Nearest.suggestion(word, words.keySet()));
    }

    /** @throws IllegalArgumentException for what is none */
    static Method method(String word) {
        for (Method method : Method.values()) if (method.name().equals(word.toUpperCase(Locale.ROOT))) return method;
        throw new IllegalArgumentException("expected one of " + String.join(", ", names()));
    }

    private static String[] names() {
        return Arrays.stream(Method.values()).map(Enum::name).toArray(String[]::new);
    }

    /** @throws IllegalArgumentException for what is none */
    static String status(String word) {
        StatusFilter.status(word);
        return word;
    }

    /** @throws IllegalArgumentException for what is none */
    static String maskedName(String word) {
        if (word.isBlank() || word.length() > Mask.LONGEST_NAME)
            throw new IllegalArgumentException("expected 1 to " + Mask.LONGEST_NAME + " characters");
        return word;
    }
}

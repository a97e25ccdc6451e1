package vesper.records.rules;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import vesper.rest.Problem.BadValue;
import vesper.rest.names.Nearest;

/**
 * The fields of a JSON object from a client. The parser reads each field once. An invalid field is recorded with its
 * JSON pointer and reads as a harmless value, so that all errors can be reported at once.
 */
public final class RuleFields {
    private static final int MOST_BAD = 100;

    private final Map<?, ?> given;
    private final String pointer;
    private final List<BadValue> bad;
    private final Set<String> known = new LinkedHashSet<>();

    private RuleFields(Map<?, ?> given, String pointer, List<BadValue> bad) {
        this.given = given;
        this.pointer = pointer;
        this.bad = bad;
    }

    public static RuleFields of(Map<?, ?> given) {
        return new RuleFields(given, "#", new ArrayList<>());
    }

    public List<BadValue> allBad() {
        return List.copyOf(bad);
    }

    public boolean isBad() {
        return !bad.isEmpty();
    }

    /** Records an error about the object as a whole. */
    public void bad(String detail) {
        note(pointer, detail);
    }

    public void bad(String field, String detail) {
        note(pointerOf(field), detail);
    }

    private void note(String place, String detail) {
        if (bad.size() < MOST_BAD) bad.add(new BadValue(place, detail));
    }

    private String pointerOf(String field) {
        return pointer + "/" + field.replace("~", "~0").replace("/", "~1");
    }

    private @Nullable Object value(String field) {
        known.add(field);
        return given.get(field);
    }

    public boolean has(String field) {
        return value(field) != null;
    }

    public String text(String field, int longest) {
        String text = textOrNull(field, longest);
        if (text == null && value(field) == null) bad(field, "is missing");
        return text == null ? "" : text;
    }

    @Nullable
    String textOrNull(String field, int longest) {
        Object value = value(field);
        if (value == null) return null;
        if (value instanceof String text && isVisible(text) && isPrintable(text) && text.length() <= longest)
            return text;
        bad(field, "expected text of 1 to " + longest + " printable characters");
        return null;
    }

    private static boolean isVisible(String text) {
        return text.codePoints()
                .anyMatch(each -> !Character.isWhitespace(each)
                        && !Character.isSpaceChar(each)
                        && Character.getType(each) != Character.FORMAT);
    }

    private static boolean isPrintable(String text) {
        return text.chars().noneMatch(Character::isISOControl);
    }

    /**
     * Returns a text if the check accepts it. The message of its {@link IllegalArgumentException} is recorded
     * otherwise.
     */
    public @Nullable String checked(String field, Consumer<String> check) {
        Object value = value(field);
        if (value == null) return null;
        if (!(value instanceof String text)) {
            bad(field, "expected text");
            return null;
        }
        try {
            check.accept(text);
            return text;
        } catch (IllegalArgumentException e) {
            bad(field, String.valueOf(e.getMessage()));
            return null;
        }
    }

    public boolean flag(String field, boolean otherwise) {
        Object value = value(field);
        if (value == null) return otherwise;
        if (value instanceof Boolean flag) return flag;
        bad(field, "expected true or false");
        return otherwise;
    }

    public int whole(String field, int otherwise, int least, int most) {
        Long number = wholeOrNull(field, least, most);
        return number == null ? otherwise : Math.toIntExact(number);
    }

    @Nullable
    Long wholeOrNull(String field, long least, long most) {
        Object value = value(field);
        if (value == null) return null;
        boolean isWhole = value instanceof Integer || value instanceof Long;
        if (isWhole && ((Number) value).longValue() >= least && ((Number) value).longValue() <= most)
            return ((Number) value).longValue();
        bad(field, "expected a whole number from " + least + " to " + most);
        return null;
    }

    double number(String field, double otherwise, double least, double most) {
        Double number = numberOrNull(field, least, most);
        return number == null ? otherwise : number;
    }

    @Nullable
    Double numberOrNull(String field, double least, double most) {
        Object value = value(field);
        if (value == null) return null;
        boolean isNumber = value instanceof Number && !(value instanceof BigInteger);
        double number = isNumber ? ((Number) value).doubleValue() : Double.NaN;
        if (number >= least && number <= most) return number;
        bad(field, "expected a number from " + shown(least) + " to " + shown(most));
        return null;
    }

    private static String shown(double bound) {
        // A bound just below a whole number means "less than" that number.
        boolean isBelow = Math.rint(bound) != bound && Math.rint(bound) == Math.nextUp(bound);
        return isBelow
                ? "below " + shown(Math.nextUp(bound))
                : BigDecimal.valueOf(bound).stripTrailingZeros().toPlainString();
    }

    /**
     * Parses a list of texts without duplicates. The function throws an {@link IllegalArgumentException} for an invalid
     * text. Whole numbers are accepted too.
     */
    public <T> List<T> list(String field, int most, Function<String, T> understood) {
        Object value = value(field);
        if (value == null) return List.of();
        if (!(value instanceof List<?> items) || items.size() > most) {
            bad(field, "expected a list of at most " + most + " texts");
            return List.of();
        }
        Set<T> all = new LinkedHashSet<>();
        for (int i = 0; i < items.size(); i++) {
            Object item = items.get(i);
            if (!(item instanceof String) && !(item instanceof Integer)) {
                badItem(field, i, "expected text");
                continue;
            }
            try {
                all.add(understood.apply(item.toString()));
            } catch (IllegalArgumentException e) {
                badItem(field, i, String.valueOf(e.getMessage()));
            }
        }
        return List.copyOf(all);
    }

    private void badItem(String field, int index, String detail) {
        note(pointerOf(field) + "/" + index, detail);
    }

    /** Returns the value of one of these words. */
    public <T> T choice(String field, T otherwise, Map<String, T> words) {
        Object value = value(field);
        if (value == null) return otherwise;
        T chosen = value instanceof String word ? words.get(word) : null;
        if (chosen != null) return chosen;
        String suggestion = value instanceof String word ? Nearest.suggestion(word, words.keySet()) : "";
        bad(field, "expected one of " + String.join(", ", words.keySet()) + suggestion);
        return otherwise;
    }

    @Nullable
    RuleFields object(String field) {
        Object value = value(field);
        if (value == null) return null;
        if (value instanceof Map<?, ?> inner) return new RuleFields(inner, pointerOf(field), bad);
        bad(field, "expected an object");
        return null;
    }

    /** Checks a field that must repeat the current value. */
    public void same(String field, String value) {
        Object said = value(field);
        if (said != null && !said.equals(value)) bad(field, "is made of the name that a rule begins with: " + value);
    }

    /** Records an error for each field that was never read. */
    public void refuseOthers() {
        for (Object field : given.keySet()) {
            String name = String.valueOf(field);
            if (!known.contains(name)) bad(name, "is not known" + Nearest.suggestion(name, known));
        }
    }
}

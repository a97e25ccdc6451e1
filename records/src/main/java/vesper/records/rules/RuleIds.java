package vesper.records.rules;

import java.text.Normalizer;
import java.util.Locale;
import java.util.function.Predicate;

/**
 * Ids of rules: lower-case letters, digits and hyphens, derived from a rule's first name. {@code All of /api!} becomes
 * {@code all-of-api}, or {@code all-of-api-2} if that is taken.
 */
final class RuleIds {
    private static final int LONGEST = 64;
    private static final int LONGEST_MADE = 56;

    private RuleIds() {}

    static boolean isId(String text) {
        if (text.isEmpty() || text.length() > LONGEST) return false;
        for (int i = 0; i < text.length(); i++) {
            if (!isIdCharacter(text.charAt(i))) return false;
        }
        return true;
    }

    static String of(String name, Predicate<String> isTaken) {
        String made = hyphenated(name);
        String id = made;
        for (int i = 2; isTaken.test(id); i++) id = made + "-" + i;
        return id;
    }

    private static String hyphenated(String name) {
        String plain = Normalizer.normalize(name, Normalizer.Form.NFKD).toLowerCase(Locale.ROOT);
        StringBuilder id = new StringBuilder();
        boolean parts = false;
        for (int i = 0; i < plain.length() && id.length() < LONGEST_MADE; i++) {
            char c = plain.charAt(i);
            if (c != '-' && isIdCharacter(c)) {
                if (parts && !id.isEmpty()) id.append('-');
                id.append(c);
                parts = false;
            } else if (Character.getType(c) != Character.NON_SPACING_MARK) {
                parts = true;
            }
        }
        return id.isEmpty() ? "rule" : id.toString();
    }

    private static boolean isIdCharacter(char c) {
        return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-';
    }
}

package vesper.rest.multipart;

import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/**
 * A field value with parameters, {@code form-data; name="file"; filename="a.txt"} (RFC 9110, section 5.6.6).
 *
 * <p>Inside quotation marks, a backslash escapes only a quotation mark or another backslash. Before other characters it
 * is literal, because browsers send Windows paths unescaped.
 *
 * @param value in lower case, without the parameters
 * @param parameters by name in lower case, in order
 */
record FieldParameters(String value, Map<String, String> parameters) {
    /**
     * Parses a field value.
     *
     * @throws IllegalArgumentException if it is malformed or repeats a parameter
     */
    static FieldParameters parse(String text) {
        int end = text.indexOf(';');
        String value = (end < 0 ? text : text.substring(0, end)).strip().toLowerCase(Locale.ROOT);
        Scan scan = new Scan(text, end < 0 ? text.length() : end);
        Map<String, String> parameters = new LinkedHashMap<>();
        while (scan.nextParameter()) {
            String name = scan.name();
            if (name.isEmpty()) continue;
            if (parameters.put(name, scan.value()) != null)
                throw new IllegalArgumentException("the parameter " + name + " is repeated");
        }
        return new FieldParameters(value, parameters);
    }

    static boolean isToken(String text) {
        return !text.isEmpty() && text.chars().allMatch(FieldParameters::isTokenCharacter);
    }

    private static boolean isTokenCharacter(int c) {
        boolean letterOrDigit = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
        return letterOrDigit || "!#$%&'*+-.^_`|~".indexOf(c) >= 0;
    }

    /** A cursor that moves over the parameters. */
    private static final class Scan {
        private final String text;
        private int at;

        Scan(String text, int at) {
            this.text = text;
            this.at = at;
        }

        /** Moves past the next semicolon. */
        boolean nextParameter() {
            skipBlanks();
            if (at == text.length()) return false;
            if (text.charAt(at) != ';') throw new IllegalArgumentException("a semicolon is missing");
            at++;
            skipBlanks();
            return true;
        }

        /** Returns the parameter's name; empty if there is nothing between two semicolons. */
        String name() {
            int start = at;
            while (at < text.length() && isTokenCharacter(text.charAt(at))) at++;
            String name = text.substring(start, at).toLowerCase(Locale.ROOT);
            boolean ends = at == text.length() || text.charAt(at) == ';';
            if (name.isEmpty() && ends) return name;
            if (name.isEmpty() || ends || text.charAt(at) != '=')
                throw new IllegalArgumentException("a parameter is malformed");
            at++;
            return name;
        }

        String value() {
            if (at < text.length() && text.charAt(at) == '"') return quoted();
            int start = at;
            while (at < text.length() && isTokenCharacter(text.charAt(at))) at++;
            if (at == start) throw new IllegalArgumentException("a parameter has no value");
            return text.substring(start, at);
        }

        private String quoted() {
            StringBuilder value = new StringBuilder();
            for (at++; at < text.length(); at++) {
                char c = text.charAt(at);
                if (c == '"') {
                    at++;
                    return value.toString();
                }
                boolean escapes = c == '\\' && at + 1 < text.length() && "\"\\".indexOf(text.charAt(at + 1)) >= 0;
                value.append(escapes ? text.charAt(++at) : c);
            }
            throw new IllegalArgumentException("a quotation mark is missing");
        }

        private void skipBlanks() {
            while (at < text.length() && (text.charAt(at) == ' ' || text.charAt(at) == '\t')) at++;
        }
    }
}

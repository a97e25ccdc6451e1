package vesper.rest.paths;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A path pattern as URI templates and OpenAPI write it: {@code /files/{name:[a-z]+}.json} is {@code /files/{name}.json}
 * and its {@code name} has the form {@code [a-z]+}. What has no name gets one: {@code *} is {@code {any}}, {@code **}
 * is {@code {rest}}.
 *
 * @param text the template
 * @param forms of the variables by name, from left to right: regular expressions, empty for any segment
 * @param rest the variable that takes the rest of the path, slashes included; empty where none does
 */
public record PathTemplate(String text, Map<String, String> forms, String rest) {
    /** The template of a route's pattern. */
    public static PathTemplate of(String pattern) {
        Writing writing = new Writing();
        for (Segment segment : PathPattern.parse(pattern).segments()) writing.add(segment);
        return new PathTemplate(writing.text.isEmpty() ? "/" : writing.text.toString(), writing.forms, writing.rest);
    }

    /** The same for templates that differ in the names of their variables only. */
    public String shape() {
        return text.replaceAll("\\{[^}]*}", "{}");
    }

    private static final class Writing {
        final StringBuilder text = new StringBuilder();
        final Map<String, String> forms = new LinkedHashMap<>();
        String rest = "";

        void add(Segment segment) {
            text.append('/');
            switch (segment) {
                case Segment.Literal(String literal) -> text.append(literal);
                case Segment.Variable(String name) -> variable(name == null ? "any" : name, "");
                case Segment.Rest(String name) -> rest = variable(name == null ? "rest" : name, "");
                case Segment.Formed formed -> formed(formed);
            }
        }

        private String variable(String wanted, String form) {
            String name = wanted;
            for (int i = 2; forms.containsKey(name); i++) name = wanted + i;
            forms.put(name, form);
            text.append('{').append(name).append('}');
            return name;
        }

        /** Of several pieces each variable stands for its own; what has wildcards is one variable as a whole. */
        private void formed(Segment.Formed formed) {
            List<String> pieces = pieces(formed.written());
            boolean wild = pieces.stream().anyMatch(piece -> !piece.startsWith("{") && piece.matches(".*[*?].*"));
            if (wild) {
                variable("any", formed.form().pattern().replaceAll("\\(\\?<v\\d+>", "(?:"));
                return;
            }
            for (String piece : pieces) {
                if (!piece.startsWith("{")) {
                    text.append(piece);
                    continue;
                }
                int colon = piece.indexOf(':');
                String name = piece.substring(1, colon < 0 ? piece.length() - 1 : colon);
                variable(name, colon < 0 ? "" : piece.substring(colon + 1, piece.length() - 1));
            }
        }

        private static List<String> pieces(String written) {
            List<String> pieces = new ArrayList<>();
            int start = 0;
            int depth = 0;
            for (int i = 0; i < written.length(); i++) {
                char c = written.charAt(i);
                if (c == '{' && depth++ == 0) start = next(pieces, written, start, i);
                if (c == '}' && --depth == 0) start = next(pieces, written, start, i + 1);
            }
            next(pieces, written, start, written.length());
            return pieces;
        }

        private static int next(List<String> pieces, String written, int start, int end) {
            if (end > start) pieces.add(written.substring(start, end));
            return end;
        }
    }
}

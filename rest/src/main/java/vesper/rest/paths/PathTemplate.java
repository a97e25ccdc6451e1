package vesper.rest.paths;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A path pattern in the notation of URI templates and OpenAPI: {@code /files/{name:[a-z]+}.json} becomes
 * {@code /files/{name}.json}, and {@code [a-z]+} is the form of {@code name}. Wildcards get names: {@code *} becomes
 * {@code {any}}, {@code **} becomes {@code {rest}}.
 *
 * @param text the template
 * @param regexes regular expressions by variable, from left to right; empty if a variable matches any segment
 * @param rest the variable that matches the rest of the path, including slashes; empty if no variable does
 */
public record PathTemplate(String text, Map<String, String> regexes, String rest) {
    /** Returns the template of a route's pattern. */
    public static PathTemplate of(String pattern) {
        Builder builder = new Builder();
        for (PathSegment segment : PathPattern.parse(pattern).segments()) builder.add(segment);
        return new PathTemplate(builder.text.isEmpty() ? "/" : builder.text.toString(), builder.regexes, builder.rest);
    }

    /** Returns a key that is equal for templates that differ only in the names of variables. */
    public String shape() {
        return text.replaceAll("\\{[^}]*}", "{}");
    }

    private static final class Builder {
        final StringBuilder text = new StringBuilder();
        final Map<String, String> regexes = new LinkedHashMap<>();
        String rest = "";

        void add(PathSegment segment) {
            text.append('/');
            switch (segment) {
                case PathSegment.Literal(String literal) -> text.append(literal);
                case PathSegment.Variable(String name) -> variable(name == null ? "any" : name, "");
                case PathSegment.Rest(String name) -> rest = variable(name == null ? "rest" : name, "");
                case PathSegment.Patterned formed -> formed(formed);
            }
        }

        private String variable(String preferred, String form) {
            String name = preferred;
            for (int i = 2; regexes.containsKey(name); i++) name = preferred + i;
            regexes.put(name, form);
            text.append('{').append(name).append('}');
            return name;
        }

        /**
         * Adds a segment of several pieces with one variable for each. A segment with wildcards becomes a single
         * variable.
         */
        private void formed(PathSegment.Patterned formed) {
            List<String> pieces = pieces(formed.written());
            boolean wild = pieces.stream().anyMatch(piece -> !piece.startsWith("{") && piece.matches(".*[*?].*"));
            if (wild) {
                variable("any", formed.regex().pattern().replaceAll("\\(\\?<v\\d+>", "(?:"));
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

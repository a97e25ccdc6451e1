package vesper.rest.openapi;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.StringNode;

/**
 * A parsed doc comment: its text as CommonMark, and the descriptions of parameters and return value. A line
 * {@code Example: …} is an example instead of text: JSON if it parses as JSON, else a string.
 */
final class DocText {
    private static final JsonMapper JSON = JsonMapper.shared();
    private static final Pattern TAG = Pattern.compile("\\s*@(\\w+)\\b\\s*(.*)");
    private static final Pattern EXAMPLE = Pattern.compile("\\s*Example:\\s*(\\S.*)");
    private static final Pattern INLINE = Pattern.compile("\\{@(\\w+)\\s*([^{}]*)}");
    private static final Pattern SENTENCE = Pattern.compile("(?s)(.*?[.!?])(\\s.*|$)");

    static final DocText NONE = new DocText("");

    private final String text;
    private final Map<String, DocText> parameters = new LinkedHashMap<>();
    private final List<JsonNode> examples = new ArrayList<>();
    private Optional<DocText> returned = Optional.empty();

    /** Parses a comment without its delimiters. */
    DocText(String comment) {
        List<String> main = new ArrayList<>();
        List<String> lines = comment.lines().toList();
        int at = 0;
        while (at < lines.size() && !TAG.matcher(lines.get(at)).matches()) add(lines.get(at++), main);
        text = formatted(main);
        while (at < lines.size()) {
            int start = at++;
            while (at < lines.size() && !TAG.matcher(lines.get(at)).matches()) at++;
            tag(lines.subList(start, at));
        }
    }

    private void add(String line, List<String> main) {
        var example = EXAMPLE.matcher(line);
        if (example.matches()) examples.add(value(example.group(1).strip()));
        else main.add(line);
    }

    private static JsonNode value(String example) {
        try {
            return JSON.readTree(example);
        } catch (JacksonException e) {
            return StringNode.valueOf(example);
        }
    }

    private void tag(List<String> lines) {
        var tag = TAG.matcher(lines.getFirst());
        if (!tag.matches()) return;
        String first = tag.group(2);
        String rest = "\n" + String.join("\n", lines.subList(1, lines.size()));
        switch (tag.group(1)) {
            case "return", "returns" -> returned = Optional.of(new DocText(first + rest));
            case "param" -> {
                String[] parts = first.split("\\s+", 2);
                parameters.put(parts[0], new DocText((parts.length > 1 ? parts[1] : "") + rest));
            }
            default -> {}
        }
    }

    private static String formatted(List<String> lines) {
        String joined = String.join("\n", lines.stream().map(String::strip).toList());
        String inline = joined;
        // Innermost tags first, because tags may be nested.
        for (int i = 0; i < 4; i++)
            inline = INLINE.matcher(inline).replaceAll(found -> quoted(found.group(1), found.group(2)));
        return inline.replaceAll("\\s*</?p>\\s*", "\n\n")
                .replaceAll("</?(?:code|tt)>", "`")
                .replaceAll("</?(?:em|i)>", "*")
                .replaceAll("</?(?:b|strong)>", "**")
                .replaceAll("<li>\\s*", "- ")
                .replaceAll("</?(?:ul|ol|pre|br|div)\\s*/?>|</li>", "")
                .replace("&lt;", "<")
                .replace("&gt;", ">")
                .replace("&amp;", "&")
                .strip();
    }

    private static String quoted(String tag, String inside) {
        String content = inside.strip();
        String shown = switch (tag) {
            case "code" -> "`" + content + "`";
            case "link", "linkplain", "value", "see" -> linked(content);
            default -> content;
        };
        return java.util.regex.Matcher.quoteReplacement(shown);
    }

    private static String linked(String content) {
        String[] parts = content.split("\\s+", 2);
        if (parts.length > 1) return parts[1];
        String target = parts[0].startsWith("#") ? parts[0].substring(1) : parts[0].replace('#', '.');
        return "`" + target + "`";
    }

    /** Returns the whole text, which may be empty. */
    String text() {
        return text;
    }

    /** Returns the first sentence on one line, without its full stop. */
    String summary() {
        int paragraph = text.indexOf("\n\n");
        String first = paragraph < 0 ? text : text.substring(0, paragraph);
        var sentence = SENTENCE.matcher(first);
        String summary = (sentence.matches() ? sentence.group(1) : first)
                .replaceAll("\\s+", " ")
                .strip();
        return summary.endsWith(".") ? summary.substring(0, summary.length() - 1) : summary;
    }

    /** Returns whether text follows the first sentence. */
    boolean hasMoreThanSummary() {
        return text.length() > summary().length() + 1;
    }

    /** Returns the description of a parameter or a record's component. */
    DocText of(String parameter) {
        return parameters.getOrDefault(parameter, NONE);
    }

    DocText returned() {
        return returned.orElse(NONE);
    }

    List<JsonNode> examples() {
        return examples;
    }
}

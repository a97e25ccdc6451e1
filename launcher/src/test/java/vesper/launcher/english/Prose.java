package vesper.launcher.english;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The prose of a source file or a page: comments, or paragraphs outside of code blocks, tables, lists and headings.
 *
 * @param paragraphs each in one line
 */
record Prose(List<String> paragraphs) {
    /** Comments, and strings in which the signs of a comment mean nothing. */
    private static final Pattern COMMENT_OR_STRING = Pattern.compile(
            "/\\*.*?\\*/|//[^\\n]*|\"\"\".*?\"\"\"|\"(?:\\\\.|[^\"\\\\\\n])*\"|'(?:\\\\.|[^'\\\\\\n])*'",
            Pattern.DOTALL);

    private static final Pattern MARGIN = Pattern.compile("^\\s*(?:/\\*+|\\*+/?|//+)\\s?", Pattern.MULTILINE);
    private static final Pattern MARKUP =
            Pattern.compile("<pre>.*?</pre>|\\{@(?:code|link|linkplain|value) [^}]*\\}|</?\\w+>", Pattern.DOTALL);
    private static final Pattern TAG =
            Pattern.compile("^\\s*@(?:param|return|throws|see|since)\\s+\\S*", Pattern.MULTILINE);
    private static final Pattern HASH = Pattern.compile("^\\s*#(?!!)\\s*(.*)$", Pattern.MULTILINE);
    private static final Pattern CODE_SPAN = Pattern.compile("`[^`]*`|[#|*]");

    /** Reads a file by the ending of its name; a file of another kind has no prose. */
    static Prose of(String fileName, String text) {
        if (fileName.endsWith(".java") || fileName.endsWith(".groovy") || fileName.endsWith(".js")) {
            return ofCode(text);
        }
        if (fileName.endsWith(".md")) return ofMarkdown(text);
        if (fileName.endsWith(".sh") || fileName.endsWith(".py")) return ofScript(text);
        return new Prose(List.of());
    }

    int words() {
        return paragraphs.stream()
                .mapToInt(text -> text.isBlank() ? 0 : text.strip().split("\\s+").length)
                .sum();
    }

    private static Prose ofCode(String text) {
        return new Prose(COMMENT_OR_STRING
                .matcher(text)
                .results()
                .map(MatchResult::group)
                .filter(found -> found.startsWith("/"))
                .map(comment -> {
                    String body = MARGIN.matcher(comment).replaceAll("").replaceFirst("\\*/\\s*$", "");
                    String words =
                            TAG.matcher(MARKUP.matcher(body).replaceAll("")).replaceAll("");
                    return words.strip().replaceAll("\\s+", " ");
                })
                .toList());
    }

    private static Prose ofScript(String text) {
        Matcher lines = HASH.matcher(text);
        return new Prose(lines.results().map(line -> line.group(1)).toList());
    }

    private static Prose ofMarkdown(String text) {
        List<String> paragraphs = new ArrayList<>();
        var paragraph = new StringBuilder();
        boolean isInCode = false;
        for (String line : (text + "\n").lines().toList()) {
            String start = line.stripLeading();
            if (start.startsWith("```")) isInCode = !isInCode;
            boolean isProse = !isInCode && !start.isEmpty() && !start.startsWith("```");
            boolean isNewParagraph = !isProse
                    || start.startsWith("|")
                    || start.startsWith("#")
                    || start.startsWith("- ")
                    || start.startsWith("* ");
            if (isNewParagraph && !paragraph.isEmpty()) {
                paragraphs.add(paragraph.toString().strip());
                paragraph.setLength(0);
            }
            if (isProse)
                paragraph
                        .append(CODE_SPAN.matcher(line).replaceAll(" ").strip())
                        .append(' ');
        }
        if (!paragraph.isEmpty()) paragraphs.add(paragraph.toString().strip());
        return new Prose(paragraphs);
    }
}

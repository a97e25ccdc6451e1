package vesper.console.assembly;

import java.io.IOException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The text of an ES module. It is not parsed: regular expressions find imports and comments, as the console and its
 * libraries write them.
 */
final class ModuleText {
    private static final Pattern COMMENT =
            Pattern.compile("(?m)^[ \\t]*(?://.*|/\\*[^*]*+(?:\\*(?!/)[^*]*+)*+\\*/)[ \\t]*\\n|^//#.*\\z");
    private static final Pattern INDENT = Pattern.compile("(?m)^[ \\t]+");
    private static final Pattern IMPORT = Pattern.compile(
            "(?<before>(?:^|[\\s;}*])(?:from|import)\\s*(?<later>\\(\\s*)?)(?<quote>[\"'])(?<name>[^\"'\\s]+)\\k<quote>");

    private ModuleText() {}

    /** Maps the specifier of an import to the one that replaces it. */
    interface Resolver {
        /** @param isLater true for a dynamic import, {@code import('…')}, which does not load before the module runs */
        String resolve(String specifier, boolean isLater) throws IOException;
    }

    /** Removes comments that have lines of their own. */
    static String withoutComments(String module) {
        return COMMENT.matcher(module).replaceAll("");
    }

    /**
     * Removes the indentation of lines, a twentieth of the compressed size of the libraries. Returns the text unchanged
     * if a string may span several lines, since indentation is part of such a string.
     */
    static String withoutIndents(String module) {
        boolean mayCount = module.lines()
                .anyMatch(line -> line.chars().filter(c -> c == '`').count() % 2 == 1 || line.endsWith("\\"));
        return mayCount ? module : INDENT.matcher(module).replaceAll("");
    }

    static String withImports(String module, Resolver resolver) throws IOException {
        Matcher found = IMPORT.matcher(module);
        StringBuilder result = new StringBuilder();
        while (found.find()) {
            String resolved = resolver.resolve(found.group("name"), found.group("later") != null);
            String quote = found.group("quote");
            found.appendReplacement(result, Matcher.quoteReplacement(found.group("before") + quote + resolved + quote));
        }
        return found.appendTail(result).toString();
    }
}

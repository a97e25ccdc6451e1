package vesper.console.assembly;

import java.io.IOException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The text of an ES module. It is not parsed: imports and comments are known by how they are written here. */
final class ModuleText {
    private static final Pattern COMMENT =
            Pattern.compile("(?m)^[ \\t]*(?://.*|/\\*[^*]*+(?:\\*(?!/)[^*]*+)*+\\*/)[ \\t]*\\n|^//#.*\\z");
    private static final Pattern INDENT = Pattern.compile("(?m)^[ \\t]+");
    private static final Pattern IMPORT = Pattern.compile(
            "(?<before>(?:^|[\\s;}*])(?:from|import)\\s*(?<later>\\(\\s*)?)(?<quote>[\"'])(?<name>[^\"'\\s]+)\\k<quote>");

    private ModuleText() {}

    /** What stands in the place of an import. */
    interface Resolver {
        /** @param isLater whether the module runs before what it imports is there: {@code import('…')} */
        String resolve(String specifier, boolean isLater) throws IOException;
    }

    /** Without the comments that have lines of their own. */
    static String withoutComments(String module) {
        return COMMENT.matcher(module).replaceAll("");
    }

    /**
     * Without the blanks that lines begin with, a twentieth of what compressed libraries take. As it is where a text may go
     * over several lines, in which they count.
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

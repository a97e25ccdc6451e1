package vesper.hosting;

import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import vesper.hosting.compiling.SourceFile;

/**
 * Finds the paths that a package's services would handle if its sources compiled. Searches the source text for
 * literals: those of {@code @RequestMapping} on classes or, if a source has none of these, of the mappings on methods;
 * and the names of collections on services that hold documents.
 *
 * <p>This is a guess, sufficient to explain why these paths are unavailable. Constants and concatenations are ignored.
 */
final class MappedPaths {
    // Loops over alternatives are possessive, because a long argument would otherwise overflow the stack.
    private static final String QUOTED = "(?:'[^']*'|\"[^\"]*\")";
    /** A mapping with its arguments, which contain no parentheses except in quotes. */
    private static final Pattern MAPPING =
            Pattern.compile("@(?:Request|Get|Post|Put|Patch|Delete)Mapping\\s*\\(((?:" + QUOTED + "|[^()'\"]++)*+)\\)");

    private static final Pattern SERVICE =
            Pattern.compile("@(?:Document|Task)Service\\s*\\(((?:" + QUOTED + "|[^()'\"]++)*+)\\)");

    private static final Pattern COLLECTION = Pattern.compile("\\bcollection\\s*=\\s*(?:'([^']*)'|\"([^\"]*)\")");
    private static final Pattern CLASS_FOLLOWS = Pattern.compile(
            "(?:\\s+|@\\w+(?:\\((?:" + QUOTED + "|[^()'\"]++)*+\\))?|public|final|abstract|sealed|open)*\\bclass\\b");
    private static final Pattern NAMED_PATHS = Pattern.compile("\\b(?:value|path)\\s*=\\s*(.*)", Pattern.DOTALL);
    private static final Pattern NEXT_ARGUMENT = Pattern.compile(",\\s*\\w+\\s*=");
    private static final Pattern LITERAL = Pattern.compile("'([^']*)'|\"([^\"]*)\"");

    private MappedPaths() {}

    /** Returns paths without leading and trailing slashes, {@code test} or {@code shop/orders}. Omits empty paths. */
    static Set<String> of(List<SourceFile> sources) {
        Set<String> paths = new TreeSet<>();
        sources.stream()
                .filter(source -> source.text().contains("@RestController"))
                .forEach(source -> paths.addAll(of(source.text())));
        for (SourceFile source : sources) addCollections(source.text(), paths);
        return paths;
    }

    private static void addCollections(String text, Set<String> paths) {
        Matcher service = SERVICE.matcher(text);
        while (service.find()) {
            Matcher collection = COLLECTION.matcher(service.group(1));
            if (!collection.find()) continue;
            String name = collection.group(1) != null ? collection.group(1) : collection.group(2);
            if (!name.isEmpty()) paths.add(name);
        }
    }

    private static Set<String> of(String text) {
        Set<String> onClasses = new TreeSet<>();
        Set<String> onMethods = new TreeSet<>();
        Matcher mapping = MAPPING.matcher(text);
        while (mapping.find()) {
            boolean onClass = CLASS_FOLLOWS
                    .matcher(text)
                    .region(mapping.end(), text.length())
                    .lookingAt();
            (onClass ? onClasses : onMethods).addAll(paths(mapping.group(1)));
        }
        return onClasses.isEmpty() ? onMethods : onClasses;
    }

    private static Set<String> paths(String arguments) {
        Matcher named = NAMED_PATHS.matcher(arguments);
        String from = named.find() ? named.group(1) : positional(arguments);
        Matcher next = NEXT_ARGUMENT.matcher(from);
        String only = next.find() ? from.substring(0, next.start()) : from;
        Set<String> paths = new TreeSet<>();
        Matcher literal = LITERAL.matcher(only);
        while (literal.find()) {
            String path = literal.group(1) != null ? literal.group(1) : literal.group(2);
            // The value of a variable is unknown, so the prefix ends before it.
            String prefix = path.replaceAll("\\{.*", "").replaceAll("^/+|/+$", "");
            if (!prefix.isEmpty()) paths.add(prefix);
        }
        return paths;
    }

    private static String positional(String arguments) {
        return arguments.strip().matches("(?s)\\w+\\s*=.*") ? "" : arguments;
    }
}

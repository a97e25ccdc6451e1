package vesper.console.assembly;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.zip.Deflater;
import java.util.zip.GZIPOutputStream;

/**
 * Writes the console's files as they are served. Beginning with {@code index.html} it follows what is loaded: modules
 * and their imports, by a path or by the name of a library, and style sheets. What nothing leads to is left out. Modules
 * that import each other in a circle have no hash and are refused.
 */
public final class Assembly {
    private static final String START = "index.html";
    private static final String BASE = "/console/";
    private static final Pattern LINKED = Pattern.compile("(?<before>\\b(?:src|href)=\")(?<file>[^\":]+)(?<after>\")");
    private static final Pattern PRELOADED = Pattern.compile("<!-- preload (\\S+) -->\n");

    private final Path sources;
    private final Libraries libraries;
    private final Path target;
    /** The names under which files are served, by those under which they are known. */
    private final Map<String, String> placed = new LinkedHashMap<>();

    private final Map<String, Set<String>> imports = new LinkedHashMap<>();
    private final Set<String> beingPlaced = new HashSet<>();

    private Assembly(Path sources, Libraries libraries, Path target) {
        this.sources = sources;
        this.libraries = libraries;
        this.target = target;
    }

    /** @param arguments the folder of sources, and the one that is made */
    public static void main(String... arguments) throws IOException {
        Libraries libraries = Libraries.of(Assembly.class.getClassLoader());
        new Assembly(Path.of(arguments[0]), libraries, Path.of(arguments[1])).run();
    }

    /** The same from elsewhere, for tests. */
    static void run(Path sources, Libraries libraries, Path target) throws IOException {
        new Assembly(sources, libraries, target).run();
    }

    private void run() throws IOException {
        clear(target);
        Files.createDirectories(target);
        String page = replaced(LINKED, Files.readString(sources.resolve(START)), this::link);
        write(START, replaced(PRELOADED, page, this::preloads));
        write("licenses.txt", libraries.licenses());
    }

    private String link(Matcher linked) throws IOException {
        String file = linked.group("file");
        String url = file.startsWith("/") ? file : BASE + place(file);
        return linked.group("before") + url + linked.group("after");
    }

    /** All that a module needs before it runs, so that a browser asks for it at once and not level by level. */
    private String preloads(Matcher preloaded) throws IOException {
        Set<String> needed = new LinkedHashSet<>();
        for (String file : preloaded.group(1).split(",", -1)) {
            place(file);
            addImports(file, needed);
        }
        StringBuilder links = new StringBuilder();
        for (String file : needed)
            links.append("<link rel=\"modulepreload\" href=\"")
                    .append(BASE)
                    .append(placed.get(file))
                    .append("\">\n");
        return links.toString();
    }

    private void addImports(String file, Set<String> needed) {
        if (needed.contains(file)) return;
        needed.add(file);
        for (String imported : imports.getOrDefault(file, Set.of())) addImports(imported, needed);
    }

    /** The name under which a file is served; it is written when it is first asked for. */
    private String place(String file) throws IOException {
        String known = placed.get(file);
        if (known != null) return known;
        if (!beingPlaced.add(file)) throw new IllegalStateException("modules import each other: " + beingPlaced);
        String content = libraries.has(file) ? libraries.read(file) : Files.readString(sources.resolve(file));
        if (file.endsWith(".js")) {
            String module = ModuleText.withoutComments(content);
            content = resolved(file, libraries.has(file) ? ModuleText.withoutIndents(module) : module);
        }
        String name = HashedName.of(file, content);
        write(name, content);
        placed.put(file, name);
        beingPlaced.remove(file);
        return name;
    }

    private String resolved(String file, String module) throws IOException {
        Set<String> needed = imports.computeIfAbsent(file, _ -> new LinkedHashSet<>());
        return ModuleText.withImports(module, (specifier, isLater) -> {
            String imported = libraries.has(file) && specifier.startsWith(".")
                    ? libraries.beside(file, specifier)
                    : specifier.startsWith(".") ? beside(file, specifier) : libraries.named(specifier);
            String url = "./" + place(imported).substring("assets/".length());
            if (!isLater) needed.add(imported);
            return url;
        });
    }

    private static String beside(String file, String specifier) {
        return Path.of("/", file)
                .resolveSibling(specifier)
                .normalize()
                .toString()
                .substring(1);
    }

    private void write(String name, String content) throws IOException {
        Path file = target.resolve(name);
        Files.createDirectories(file.getParent());
        byte[] bytes = content.getBytes(UTF_8);
        Files.write(file, bytes);
        // Written after the file: a form that is older than it would not be served.
        try (OutputStream out = new BestGzip(Files.newOutputStream(file.resolveSibling(file.getFileName() + ".gz")))) {
            out.write(bytes);
        }
    }

    private static void clear(Path folder) throws IOException {
        if (!Files.exists(folder)) return;
        try (Stream<Path> all = Files.walk(folder)) {
            for (Path path : all.sorted(Comparator.reverseOrder()).toList()) Files.delete(path);
        }
    }

    private interface Replacement {
        String of(Matcher found) throws IOException;
    }

    private static String replaced(Pattern pattern, String text, Replacement replacement) throws IOException {
        Matcher matcher = pattern.matcher(text);
        StringBuilder result = new StringBuilder();
        while (matcher.find()) matcher.appendReplacement(result, Matcher.quoteReplacement(replacement.of(matcher)));
        return matcher.appendTail(result).toString();
    }

    private static final class BestGzip extends GZIPOutputStream {
        BestGzip(OutputStream out) throws IOException {
            super(out);
            def.setLevel(Deflater.BEST_COMPRESSION);
        }
    }
}

package vesper.console.assembly;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.zip.Deflater;
import java.util.zip.GZIPOutputStream;

/**
 * Writes the console's files as they are served. It starts at {@code index.html} and follows style sheets, modules and
 * their imports, whether an import names a path or a library. Files that nothing refers to are omitted. The hash of a
 * module covers the hashed names of its imports, so modules that import each other in a cycle are rejected.
 *
 * <p>A file that exists with the same content is not written again, so that the next step of the build sees no change.
 */
public final class Assembly {
    private static final String START = "index.html";
    private static final String BASE = "/console/";
    private static final Pattern LINKED = Pattern.compile("(?<before>\\b(?:src|href)=\")(?<file>[^\":]+)(?<after>\")");
    private static final Pattern PRELOADED = Pattern.compile("<!-- preload (\\S+) -->\n");

    private final Path sources;
    private final Libraries libraries;
    private final Path target;
    /** Served names by source name. */
    private final Map<String, String> placed = new LinkedHashMap<>();

    private final Map<String, Set<String>> imports = new LinkedHashMap<>();
    private final Set<String> beingPlaced = new HashSet<>();
    private final Set<Path> written = new HashSet<>();

    private Assembly(Path sources, Libraries libraries, Path target) {
        this.sources = sources;
        this.libraries = libraries;
        this.target = target;
    }

    /** @param arguments the folder of the sources and the target folder, which is cleared first */
    public static void main(String... arguments) throws IOException {
        Libraries libraries = Libraries.of(Assembly.class.getClassLoader());
        new Assembly(Path.of(arguments[0]), libraries, Path.of(arguments[1])).run();
    }

    /** Does the same as {@link #main} with the given libraries, for tests. */
    static void run(Path sources, Libraries libraries, Path target) throws IOException {
        new Assembly(sources, libraries, target).run();
    }

    private void run() throws IOException {
        String page = replaced(LINKED, Files.readString(sources.resolve(START)), this::link);
        write(START, replaced(PRELOADED, page, this::preloads));
        write("licenses.txt", libraries.licenses());
        deleteOthers();
    }

    private String link(Matcher linked) throws IOException {
        String file = linked.group("file");
        String url = file.startsWith("/") ? file : BASE + place(file);
        return linked.group("before") + url + linked.group("after");
    }

    /**
     * Returns a preload link for each module that the named modules import statically, so that the browser requests all
     * of them at once instead of level by level.
     */
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

    /** Returns the name under which a file is served. The first call for a file writes it. */
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
        Path compressed = file.resolveSibling(file.getFileName() + ".gz");
        written.addAll(List.of(file, compressed));
        byte[] bytes = content.getBytes(UTF_8);
        byte[] fewer = compress(bytes);
        if (has(file, bytes) && has(compressed, fewer)) return;
        Files.write(file, bytes);
        // Written after the file: StaticFiles ignores a compressed copy that is older than its file.
        Files.write(compressed, fewer);
    }

    private static boolean has(Path file, byte[] content) throws IOException {
        return Files.exists(file) && Arrays.equals(Files.readAllBytes(file), content);
    }

    private static byte[] compress(byte[] bytes) throws IOException {
        var compressed = new ByteArrayOutputStream();
        try (OutputStream out = new BestGzip(compressed)) {
            out.write(bytes);
        }
        return compressed.toByteArray();
    }

    /** Deletes what earlier runs wrote and this one did not. */
    private void deleteOthers() throws IOException {
        List<Path> files;
        try (Stream<Path> all = Files.walk(target)) {
            files = all.filter(Files::isRegularFile).toList();
        }
        for (Path file : files) if (!written.contains(file)) Files.delete(file);
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

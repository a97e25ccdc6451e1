package vesper.console.assembly;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.net.URLConnection;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The JavaScript libraries on the class path, in jars that mvnpm builds from npm packages. The import map of each jar
 * lists the names of its modules. A module file is identified by its path, for example
 * {@code /_static/lit/3.3.3/index.js}.
 */
final class Libraries {
    private static final String ROOT = "META-INF/resources";
    private static final String FOLDER = "/_static/";
    private static final Pattern ENTRY = Pattern.compile("\"(?<name>[^\"]+)\"\\s*:\\s*\"(?<path>/_static/[^\"]+)\"");

    private final ClassLoader loader;
    /** Paths by name, in descending order: of two prefixes that match a specifier, the longer one comes first. */
    private final Map<String, String> paths = new TreeMap<>(Collections.reverseOrder());

    private Libraries(ClassLoader loader) {
        this.loader = loader;
    }

    static Libraries of(ClassLoader loader) throws IOException {
        Libraries libraries = new Libraries(loader);
        for (URL map : Collections.list(loader.getResources("META-INF/importmap.json"))) {
            Matcher entry = ENTRY.matcher(text(map));
            while (entry.find()) libraries.paths.put(entry.group("name"), entry.group("path"));
        }
        return libraries;
    }

    boolean has(String file) {
        return file.startsWith(FOLDER);
    }

    /** Returns the file of a bare specifier, such as {@code lit} or {@code lit/directives/repeat.js}. */
    String named(String specifier) {
        String whole = paths.get(specifier);
        if (whole != null) return whole;
        return paths.entrySet().stream()
                .filter(entry -> entry.getKey().endsWith("/") && specifier.startsWith(entry.getKey()))
                .map(entry ->
                        entry.getValue() + specifier.substring(entry.getKey().length()))
                .findFirst()
                .orElseThrow(() -> new IllegalStateException("no library is called " + specifier));
    }

    String beside(String file, String specifier) {
        return Path.of(file).resolveSibling(specifier).normalize().toString();
    }

    String read(String file) throws IOException {
        URL url = loader.getResource(ROOT + file);
        if (url == null) throw new IllegalStateException("no library has " + file);
        return text(url);
    }

    /** Returns the licence texts of all libraries, which their licences require us to pass on. */
    String licenses() throws IOException {
        StringBuilder all = new StringBuilder("The console contains these libraries.\n");
        for (String folder : folders()) {
            URL license = loader.getResource(ROOT + folder + "LICENSE");
            String name = folder.substring(FOLDER.length(), folder.length() - 1);
            all.append("\n== ").append(name).append("\n\n");
            all.append(license == null ? "See the package of this name at npmjs.com.\n" : text(license));
        }
        return all.toString();
    }

    private List<String> folders() {
        return paths.values().stream()
                .map(path -> Optional.of(FOLDER_OF.matcher(path))
                        .filter(Matcher::find)
                        .map(Matcher::group)
                        .orElse(path))
                .distinct()
                .sorted()
                .toList();
    }

    /** The part of a path up to and including the version. */
    private static final Pattern FOLDER_OF = Pattern.compile("^/_static/.*?/\\d[^/]*/");

    private static String text(URL url) throws IOException {
        URLConnection connection = url.openConnection();
        connection.setUseCaches(false);
        try (InputStream in = connection.getInputStream()) {
            return new String(in.readAllBytes(), UTF_8);
        }
    }
}

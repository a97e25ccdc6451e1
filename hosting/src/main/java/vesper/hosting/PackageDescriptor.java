package vesper.hosting;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import vesper.rest.names.Nearest;

/**
 * The content of {@code package.properties}. Every key is optional, and so is the file.
 *
 * @param version for people; empty if it is not set
 * @param contextPath one path segment, under which the package's files are served
 * @param startsWhenLoaded true if it starts at once, {@code state-on-startup=started}; false if it waits to be started
 * @param required true if the server is not ready before the package has started
 * @param dependsOn names of packages whose classes this one uses
 * @param documents policies of collections without a class, by name: {@code documents.notes=durable}
 */
record PackageDescriptor(
        String name,
        String version,
        String contextPath,
        boolean startsWhenLoaded,
        boolean required,
        List<String> dependsOn,
        Map<String, String> documents) {
    static final String FILE = "package.properties";
    private static final int MAX_KIBIBYTES = 64;

    private static final String NAME = "name";
    private static final String VERSION = "version";
    private static final String CONTEXT_PATH = "context-path";
    private static final String STATE_ON_STARTUP = "state-on-startup";
    private static final String REQUIRED = "required";
    private static final String DEPENDS_ON = "depends-on";
    private static final String DOCUMENTS = "documents.";
    private static final List<String> KEYS =
            List.of(NAME, VERSION, CONTEXT_PATH, STATE_ON_STARTUP, REQUIRED, DEPENDS_ON);
    private static final Pattern SEGMENT = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]*");

    /**
     * Reads the descriptor of a package folder.
     *
     * @throws BadDescriptorException with all unknown keys and invalid values
     */
    static PackageDescriptor read(Path folder) throws IOException, BadDescriptorException {
        Path file = folder.resolve(FILE);
        Map<String, String> values =
                Files.exists(file) ? new PropertiesText(List.of(file), MAX_KIBIBYTES).values() : Map.of();
        return of(folder.getFileName().toString(), values);
    }

    static PackageDescriptor of(String folderName, Map<String, String> values) throws BadDescriptorException {
        String name = values.getOrDefault(NAME, folderName);
        PackageDescriptor descriptor = new PackageDescriptor(
                name,
                values.getOrDefault(VERSION, ""),
                withoutSlashes(values.getOrDefault(CONTEXT_PATH, name)),
                values.getOrDefault(STATE_ON_STARTUP, "started").equals("started"),
                values.getOrDefault(REQUIRED, "true").equals("true"),
                words(values.getOrDefault(DEPENDS_ON, "")),
                documents(values));
        List<String> problems = new ArrayList<>();
        values.keySet().stream()
                .filter(key -> !KEYS.contains(key) && !key.startsWith(DOCUMENTS))
                .map(PackageDescriptor::unknown)
                .forEach(problems::add);
        problems.addAll(descriptor.problems(values.getOrDefault(STATE_ON_STARTUP, "started")));
        String required = values.getOrDefault(REQUIRED, "true");
        if (!List.of("true", "false").contains(required)) {
            problems.add("required '" + required + "' is neither 'true' nor 'false'");
        }
        if (!problems.isEmpty()) throw new BadDescriptorException(problems);
        return descriptor;
    }

    private List<String> problems(String stateOnStartup) {
        List<String> problems = new ArrayList<>();
        PackageName.problemWith(name).ifPresent(fault -> problems.add("name '" + name + "' " + fault));
        if (!isSegment(contextPath)) problems.add("context-path '" + contextPath + "' is not one path segment");
        if (!contextPath.equals(name) && PackageName.isReserved(contextPath)) {
            problems.add("context-path '" + contextPath + "' is reserved for the server");
        }
        if (!List.of("started", "loaded").contains(stateOnStartup)) {
            problems.add("state-on-startup '" + stateOnStartup + "' is neither 'started' nor 'loaded'");
        }
        if (dependsOn.contains(name)) problems.add("depends-on names the package itself");
        return problems;
    }

    private static String unknown(String key) {
        String meant = Nearest.to(key, KEYS)
                .map(known -> ", did you mean '" + known + "'?")
                .orElse(", known are " + String.join(", ", KEYS) + ", " + DOCUMENTS + "NAME");
        return "unknown key '" + key + "'" + meant;
    }

    private static Map<String, String> documents(Map<String, String> values) {
        Map<String, String> documents = new TreeMap<>();
        values.forEach((key, value) -> {
            if (key.startsWith(DOCUMENTS)) documents.put(key.substring(DOCUMENTS.length()), value);
        });
        return documents;
    }

    private static boolean isSegment(String text) {
        return SEGMENT.matcher(text).matches();
    }

    private static String withoutSlashes(String path) {
        return path.replaceAll("^/+|/+$", "");
    }

    private static List<String> words(String list) {
        return Stream.of(list.split(","))
                .map(String::strip)
                .filter(word -> !word.isEmpty())
                .toList();
    }
}

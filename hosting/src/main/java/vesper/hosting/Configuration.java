package vesper.hosting;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The properties of a package: its {@code conf/*.properties} in alphabetical order, then those of the environment, then
 * the server's settings. Later values override earlier ones.
 *
 * <p>{@code orders-prod.properties} belongs to the environment {@code prod} if there is also an
 * {@code orders.properties}; {@code application-prod.properties} always does. Such files are read in their environment
 * only. Other files are always read, even if their names contain hyphens. The files that are read may have
 * {@value #MAX_KIBIBYTES} KiB together.
 */
final class Configuration {
    private static final String SUFFIX = ".properties";
    private static final int MAX_KIBIBYTES = 1024;
    private static final String ALWAYS_BASE = "application";

    private Configuration() {}

    /**
     * Reads the properties of a package.
     *
     * @param folder its folder {@code conf}
     */
    static Map<String, String> read(Path folder, String packageName, Environment environment)
            throws IOException, BadDescriptorException {
        List<Path> files = inOrder(PackageContents.filesIn(folder, SUFFIX), environment.name());
        Map<String, String> properties = new PropertiesText(files, MAX_KIBIBYTES).values();
        properties.putAll(environment.overridesOf(packageName));
        return Map.copyOf(properties);
    }

    private static List<Path> inOrder(List<Path> files, String environment) {
        Set<String> stems = files.stream().map(Configuration::stemOf).collect(Collectors.toSet());
        List<Path> everywhere = new ArrayList<>();
        List<Path> here = new ArrayList<>();
        for (Path file : files) {
            String stem = stemOf(file);
            String base = baseOf(stem, stems);
            if (base.isEmpty()) everywhere.add(file);
            else if (stem.equals(base + "-" + environment)) here.add(file);
        }
        everywhere.addAll(here);
        return everywhere;
    }

    /** Returns the name of the file of which this is a variant for an environment; empty for other files. */
    private static String baseOf(String stem, Set<String> stems) {
        for (int hyphen = stem.indexOf('-'); hyphen > 0; hyphen = stem.indexOf('-', hyphen + 1)) {
            String base = stem.substring(0, hyphen);
            if (base.equals(ALWAYS_BASE) || stems.contains(base)) return base;
        }
        return "";
    }

    private static String stemOf(Path file) {
        String name = file.getFileName().toString();
        return name.substring(0, name.length() - SUFFIX.length());
    }
}

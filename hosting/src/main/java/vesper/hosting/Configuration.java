package vesper.hosting;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The properties of a package: its {@code conf/*.properties} in the order of their names, then those of the
 * environment, then what the server's settings say. The later one counts.
 *
 * <p>{@code orders-prod.properties} is read only where the environment is {@code prod} if there is an
 * {@code orders.properties} beside it, and {@code application-prod.properties} in any case. Other files are read
 * everywhere, whatever hyphens their names have. Those that are read have at most {@value #MOST_KIBIBYTES} KiB
 * together.
 */
final class Configuration {
    private static final String SUFFIX = ".properties";
    private static final int MOST_KIBIBYTES = 1024;
    private static final String ALWAYS_A_STEM = "application";

    private Configuration() {}

    /** The properties of a package with this folder of files. */
    static Map<String, String> read(Path folder, String packageName, Environment environment)
            throws IOException, BadDescriptorException {
        List<Path> files = inOrder(PackageContents.filesIn(folder, SUFFIX), environment.name());
        Map<String, String> properties = new PropertiesText(files, MOST_KIBIBYTES).values();
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

    /** The file that this one is the variant of for some environment; empty where it is none. */
    private static String baseOf(String stem, Set<String> stems) {
        for (int hyphen = stem.indexOf('-'); hyphen > 0; hyphen = stem.indexOf('-', hyphen + 1)) {
            String base = stem.substring(0, hyphen);
            if (base.equals(ALWAYS_A_STEM) || stems.contains(base)) return base;
        }
        return "";
    }

    private static String stemOf(Path file) {
        String name = file.getFileName().toString();
        return name.substring(0, name.length() - SUFFIX.length());
    }
}

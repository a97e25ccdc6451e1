package vesper.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** What a reader must know of the machine to believe a figure. */
public final class MachineFacts {
    private static final String UNKNOWN = "unknown";

    private MachineFacts() {}

    public static Map<String, String> gather() {
        Map<String, String> facts = new LinkedHashMap<>();
        facts.put("processor", processor());
        facts.put("cores", Integer.toString(Runtime.getRuntime().availableProcessors()));
        facts.put("memory", memory("MemTotal"));
        facts.put("memory available", memory("MemAvailable"));
        facts.put("kernel", System.getProperty("os.name") + " " + System.getProperty("os.version"));
        facts.put("Java", System.getProperty("java.vm.name") + " " + System.getProperty("java.vm.version"));
        facts.put("load before", loadAverage());
        return facts;
    }

    /** Of the last 1, 5 and 15 minutes. */
    public static String loadAverage() {
        return firstLine("/proc/loadavg", "")
                .map(line -> line.replaceAll(" \\S+ \\S+$", ""))
                .orElse(UNKNOWN);
    }

    private static String processor() {
        return firstLine("/proc/cpuinfo", "model name")
                .map(line -> line.replaceFirst("^[^:]*:\\s*", ""))
                .orElse(UNKNOWN);
    }

    private static String memory(String kind) {
        return firstLine("/proc/meminfo", kind)
                .map(line -> Long.parseLong(line.replaceAll("\\D", "")) / 1024 + " MiB")
                .orElse(UNKNOWN);
    }

    private static Optional<String> firstLine(String file, String prefix) {
        try (Stream<String> lines = Files.lines(Path.of(file))) {
            return lines.filter(line -> line.startsWith(prefix)).findFirst();
        } catch (IOException _) {
            return Optional.empty();
        }
    }
}

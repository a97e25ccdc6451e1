package vesper.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;

/** Facts about the machine and the software that a reader needs in order to trust a figure. */
public final class MachineFacts {
    private static final String UNKNOWN = "unknown";

    /** Environment variables that change the options of every JVM that the bench starts. */
    private static final List<String> INHERITED = List.of("VESPER_JAVA_OPTS", "JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS");

    private MachineFacts() {}

    /**
     * Gathers the facts at the start of an experiment, cleaned by {@link Redactor}.
     *
     * @param root the repository
     */
    public static Map<String, String> gather(Path root) {
        return Redactor.of(root).ofVariables(plain(root));
    }

    private static Map<String, String> plain(Path root) {
        Map<String, String> facts = new LinkedHashMap<>();
        facts.put("command", command());
        for (String name : INHERITED) {
            Optional.ofNullable(System.getenv(name)).ifPresent(value -> facts.put(name, value));
        }
        facts.put("revision", InstalledTools.revision(root));
        facts.put("processor", processor());
        facts.put("cores", Integer.toString(Runtime.getRuntime().availableProcessors()));
        facts.put(
                "governor",
                firstLine("/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor", "")
                        .orElse(UNKNOWN));
        facts.put("memory", memory("MemTotal"));
        facts.put("memory available", memory("MemAvailable"));
        facts.putAll(CgroupLimits.facts());
        facts.put("open files", openFiles());
        facts.put("kernel", System.getProperty("os.name") + " " + System.getProperty("os.version"));
        facts.put(
                "Java",
                System.getProperty("java.vm.name") + " " + System.getProperty("java.vm.version") + ", "
                        + System.getProperty("java.vendor"));
        facts.putAll(InstalledTools.versions(Objects.requireNonNullElse(System.getenv("PATH"), "")));
        facts.put("began", now());
        facts.put("load before", loadAverage());
        return facts;
    }

    /** Adds the facts that are known only at the end. */
    public static void end(Map<String, String> facts) {
        facts.put("ended", now());
        facts.put("load after", loadAverage());
    }

    private static String now() {
        return LocalDateTime.now(ZoneId.systemDefault()).withNano(0).toString();
    }

    /** Returns the main class or jar of this JVM, and the arguments. */
    private static String command() {
        return System.getProperty("sun.java.command", UNKNOWN);
    }

    /** Returns the averages over the last 1, 5 and 15 minutes. */
    private static String loadAverage() {
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

    /** Returns the soft limit, the same number as {@code ulimit -n}. */
    private static String openFiles() {
        return firstLine("/proc/self/limits", "Max open files")
                .map(line -> line.replaceFirst("^Max open files\\s+(\\S+).*$", "$1"))
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

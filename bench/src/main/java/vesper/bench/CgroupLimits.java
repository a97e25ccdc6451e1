package vesper.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Limits on processors and memory that control groups set for this process: its own group and all groups above it, in
 * version 2 of Linux cgroups ({@code cpu.max}, {@code memory.max}) and in version 1.
 */
final class CgroupLimits {
    private static final Path GROUPS = Path.of("/sys/fs/cgroup");
    /**
     * Lower bound of the values that version 1 reports when there is no limit: numbers close to {@code Long.MAX_VALUE}.
     */
    private static final long NO_LIMIT = 1L << 60;

    private CgroupLimits() {}

    static Map<String, String> facts() {
        try {
            return facts(GROUPS, Files.readAllLines(Path.of("/proc/self/cgroup")));
        } catch (IOException _) {
            return Map.of();
        }
    }

    /**
     * Returns the smallest limits of all groups.
     *
     * @param own lines of {@code /proc/self/cgroup}
     */
    static Map<String, String> facts(Path root, List<String> own) {
        double processors = Double.POSITIVE_INFINITY;
        long bytes = NO_LIMIT;
        for (String line : own) {
            for (Path group : groups(root, line)) {
                processors = Math.min(processors, processors(group));
                bytes = Math.min(bytes, Math.min(number(group, "memory.max"), number(group, "memory.limit_in_bytes")));
            }
        }
        Map<String, String> facts = new LinkedHashMap<>();
        facts.put("cgroup processors", Double.isFinite(processors) ? Double.toString(processors) : "no limit");
        facts.put("cgroup memory", bytes < NO_LIMIT ? (bytes >> 20) + " MiB" : "no limit");
        return facts;
    }

    /**
     * Returns the folders from the group of this process up to the root group.
     *
     * @param line {@code hierarchy:controllers:path}
     */
    private static List<Path> groups(Path root, String line) {
        String[] parts = line.split(":", 3);
        List<Path> groups = new ArrayList<>();
        if (parts.length < 3) return groups;
        Path top = root.resolve(parts[1]);
        Path own = top.resolve(parts[2].replaceFirst("^/+", "")).normalize();
        for (Path group = own; group != null && group.startsWith(top); group = group.getParent()) groups.add(group);
        return groups;
    }

    private static double processors(Path group) {
        String[] max = read(group, "cpu.max").orElse("max").split(" ");
        if (max.length == 2 && max[0].matches("\\d+")) return Double.parseDouble(max[0]) / Double.parseDouble(max[1]);
        long quota = number(group, "cpu.cfs_quota_us");
        long period = number(group, "cpu.cfs_period_us");
        return quota < NO_LIMIT && period < NO_LIMIT ? (double) quota / period : Double.POSITIVE_INFINITY;
    }

    private static long number(Path group, String file) {
        return read(group, file)
                .filter(text -> text.matches("\\d{1,18}"))
                .map(Long::parseLong)
                .orElse(NO_LIMIT);
    }

    private static Optional<String> read(Path group, String file) {
        try {
            return Optional.of(Files.readString(group.resolve(file)).strip());
        } catch (IOException _) {
            return Optional.empty();
        }
    }
}

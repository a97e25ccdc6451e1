package vesper.hosting;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** The order in which packages are loaded: dependencies first. */
final class LoadOrder {
    private LoadOrder() {}

    /**
     * Returns groups of packages that can be loaded at the same time. Packages in a dependency cycle form a group of
     * their own, before packages that depend on them. {@link #cycleThrough} describes the cycle.
     */
    static List<List<PackageContents>> waves(Collection<PackageContents> packages) {
        List<List<PackageContents>> waves = new ArrayList<>();
        Set<PackageContents> left = new LinkedHashSet<>(packages);
        while (!left.isEmpty()) {
            List<PackageContents> ready = left.stream()
                    .filter(each -> left.stream().noneMatch(other -> dependsOn(each, other)))
                    .toList();
            List<PackageContents> wave = ready.isEmpty() ? inCycles(left) : ready;
            waves.add(wave);
            wave.forEach(left::remove);
        }
        return waves;
    }

    /**
     * Returns the packages that are part of a cycle. If every package depends on another, there is at least one cycle.
     */
    private static List<PackageContents> inCycles(Set<PackageContents> packages) {
        Map<String, List<String>> dependsOn = new HashMap<>();
        for (PackageContents each : packages)
            dependsOn
                    .computeIfAbsent(each.descriptor().name(), _ -> new ArrayList<>())
                    .addAll(each.descriptor().dependsOn());
        return packages.stream()
                .filter(each ->
                        cycleThrough(each.descriptor().name(), dependsOn).isPresent())
                .toList();
    }

    /**
     * Returns the cycle from a package through its dependencies back to itself: {@code one → two → one}.
     *
     * @param dependsOn names of dependencies by the name of the dependent package
     */
    static Optional<String> cycleThrough(String name, Map<String, List<String>> dependsOn) {
        Deque<String> path = new ArrayDeque<>(List.of(name));
        return leadsBack(name, name, dependsOn, path, new HashSet<>())
                ? Optional.of(String.join(" → ", path) + " → " + name)
                : Optional.empty();
    }

    private static boolean leadsBack(
            String from, String to, Map<String, List<String>> dependsOn, Deque<String> path, Set<String> seen) {
        for (String next : dependsOn.getOrDefault(from, List.of())) {
            if (next.equals(to)) return true;
            if (!seen.add(next)) continue;
            path.addLast(next);
            if (leadsBack(next, to, dependsOn, path, seen)) return true;
            path.removeLast();
        }
        return false;
    }

    private static boolean dependsOn(PackageContents one, PackageContents other) {
        return one.descriptor().dependsOn().contains(other.descriptor().name());
    }
}

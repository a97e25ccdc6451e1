package vesper.records.admin;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import vesper.records.rules.CompiledTrackerRule;
import vesper.records.rules.TrackerRule;
import vesper.records.rules.TrackerRules;

/**
 * The Tracker's rules of the operator and of all packages combined. The operator's rules come first, then those of the
 * packages by package name. The default rule comes last if the operator defined no rules. Callers must hold a lock.
 */
final class PackageRules {
    private final TrackerRules operatorRules;
    private final Map<String, List<TrackerRule>> byPackage = new TreeMap<>();
    private TrackerRules all;

    /**
     * Creates an instance without package rules.
     *
     * @param given the operator's rules, or the default
     */
    PackageRules(TrackerRules given) {
        this.operatorRules = given;
        this.all = given;
    }

    TrackerRules all() {
        return all;
    }

    /** Replaces a package's rules; returns whether this made a difference. */
    boolean change(String packageName, List<TrackerRule> rules) {
        List<TrackerRule> before = rules.isEmpty() ? byPackage.remove(packageName) : byPackage.put(packageName, rules);
        if (rules.equals(before == null ? List.of() : before)) return false;
        all = byPackage.isEmpty() ? operatorRules : together();
        return true;
    }

    private TrackerRules together() {
        List<TrackerRule> asked = new ArrayList<>();
        byPackage.values().forEach(asked::addAll);
        List<TrackerRule> others =
                operatorRules.all().stream().map(CompiledTrackerRule::rule).toList();
        boolean isDefault = others.equals(List.of(TrackerRule.DEFAULT));
        asked.addAll(isDefault ? asked.size() : 0, others);
        return TrackerRules.of(asked);
    }
}

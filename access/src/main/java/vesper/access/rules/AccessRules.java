package vesper.access.rules;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import vesper.http.Method;
import vesper.records.rules.MethodFilter;
import vesper.records.rules.PathFilter;
import vesper.records.rules.Rule;
import vesper.rest.routing.CanonicalPath;

/**
 * The enabled rules, ready for matching. Rules are arranged in a tree by the segments with which their patterns begin,
 * so the time to find the rule of a request depends on the length of its path and not on the number of rules.
 * Immutable.
 */
public final class AccessRules {
    /** No rules. */
    public static final AccessRules NONE = new AccessRules(List.of());

    /** A rule, and its position in the order of matching. */
    private record Entry(int position, AccessRule rule, PathFilter path, MethodFilter methods) {}

    private static final class Node {
        private final Map<String, Node> children = new HashMap<>();
        /** Rules whose pattern is plain up to here, in the order of matching. */
        private final List<Entry> entries = new ArrayList<>();
    }

    private final Node root = new Node();
    private final boolean isEmpty;

    private AccessRules(List<AccessRule> ordered) {
        isEmpty = ordered.isEmpty();
        for (int i = 0; i < ordered.size(); i++) {
            AccessRule rule = ordered.get(i);
            Entry entry =
                    new Entry(i, rule, PathFilter.of(rule.path(), rule.pathRegex()), new MethodFilter(rule.methods()));
            nodeOf(rule).entries.add(entry);
        }
    }

    /** Creates an instance from the enabled ones of these rules. */
    public static AccessRules of(Collection<AccessRule> all) {
        List<AccessRule> enabled =
                all.stream().filter(AccessRule::enabled).sorted(Rule.ORDER).toList();
        return enabled.isEmpty() ? NONE : new AccessRules(enabled);
    }

    private Node nodeOf(AccessRule rule) {
        String pattern = rule.path();
        Node node = root;
        if (pattern == null) return node;
        for (String segment : pattern.split("/")) {
            if (segment.isEmpty()) continue;
            if (segment.indexOf('*') >= 0 || segment.indexOf('?') >= 0) break;
            node = node.children.computeIfAbsent(segment, _ -> new Node());
        }
        return node;
    }

    public boolean isEmpty() {
        return isEmpty;
    }

    /** Returns the rule that decides on a request; empty if no rule matches. */
    public Optional<AccessRule> match(Method method, String path) {
        if (isEmpty) return Optional.empty();
        String canonical = CanonicalPath.of(path);
        Entry best = first(root, method, canonical, null);
        Node node = root;
        int from = 1;
        while (from < canonical.length()) {
            int slash = canonical.indexOf('/', from);
            int end = slash < 0 ? canonical.length() : slash;
            node = node.children.get(canonical.substring(from, end));
            if (node == null) break;
            best = first(node, method, canonical, best);
            from = end + 1;
        }
        return best == null ? Optional.empty() : Optional.of(best.rule());
    }

    private static @Nullable Entry first(Node node, Method method, String path, @Nullable Entry best) {
        for (Entry entry : node.entries) {
            if (best != null && entry.position() > best.position()) return best;
            if (entry.methods().matches(method) && entry.path().matchesAsked(path)) return entry;
        }
        return best;
    }
}

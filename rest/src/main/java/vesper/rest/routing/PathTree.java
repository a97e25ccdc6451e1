package vesper.rest.routing;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import vesper.http.PercentEncoding;
import vesper.rest.paths.BoundedText;
import vesper.rest.paths.PathPattern;
import vesper.rest.paths.Segment;

/**
 * Resources by the segments of their patterns. A search goes from the root down; at each node it prefers the literal
 * segment, then segments of a form, then the variable, then what takes the rest of the path, and comes back for the
 * next where a way ends in nothing. It visits a node at most once, and only nodes whose patterns match so far.
 */
final class PathTree {
    /** Tried one after the other, so that their number has to be small; all other segments are looked up. */
    private static final int MOST_FORMS = 100;

    private static final class Node {
        final Map<String, Node> literals = new HashMap<>(4);
        final List<FormedNode> formed = new ArrayList<>(0);

        @Nullable
        Node variable;

        @Nullable
        Resource here;

        @Nullable
        Resource rest;
    }

    private record FormedNode(Segment.Formed segment, Node node) {}

    private final Node root = new Node();

    /** The resource of this pattern, made where there is none yet. */
    Resource at(PathPattern pattern) {
        Node node = root;
        for (Segment segment : pattern.segments()) {
            switch (segment) {
                case Segment.Literal(String text) -> node = node.literals.computeIfAbsent(text, _ -> new Node());
                case Segment.Variable _ -> node = variableOf(node);
                case Segment.Formed formed -> node = formedOf(node, formed);
                case Segment.Rest _ -> {
                    if (node.rest == null) node.rest = new Resource();
                    return node.rest;
                }
            }
        }
        if (node.here == null) node.here = new Resource();
        return node.here;
    }

    private static Node variableOf(Node node) {
        Node variable = node.variable;
        if (variable == null) node.variable = variable = new Node();
        return variable;
    }

    private static Node formedOf(Node node, Segment.Formed segment) {
        for (FormedNode known : node.formed) {
            if (known.segment.shape().equals(segment.shape())) return known.node;
        }
        if (node.formed.size() == MOST_FORMS) {
            throw new IllegalArgumentException("more than " + MOST_FORMS + " patterns differ only in the form of a"
                    + " segment, and each request would try them all");
        }
        FormedNode made = new FormedNode(segment, new Node());
        node.formed.add(made);
        node.formed.sort(Comparator.comparingInt((FormedNode one) -> one.segment.generality())
                .thenComparing(one -> one.segment.shape()));
        return made.node;
    }

    /**
     * Shows each resource that matches a path, the most specific first, until one is taken or has the path for itself.
     *
     * @param path percent-encoded, beginning with a slash
     * @return whether one was taken, or has the path for itself
     * @throws IllegalArgumentException if percent-encoded bytes are no UTF-8
     */
    boolean search(String path, Predicate<Resource> taken) {
        return search(root, path, 1, taken);
    }

    private static boolean search(Node node, String path, int start, Predicate<Resource> taken) {
        if (start > path.length() || (start == 1 && path.length() == 1)) {
            return isTaken(node.here, taken) || isTaken(node.rest, taken);
        }
        int slash = path.indexOf('/', start);
        int end = slash < 0 ? path.length() : slash;
        boolean deeper = !node.literals.isEmpty() || node.variable != null || !node.formed.isEmpty();
        if (deeper && below(node, PercentEncoding.decode(path.substring(start, end)), path, end + 1, taken))
            return true;
        return isTaken(node.rest, taken);
    }

    private static boolean below(Node node, String segment, String path, int next, Predicate<Resource> taken) {
        Node literal = node.literals.get(segment);
        if (literal != null && search(literal, path, next, taken)) return true;
        for (FormedNode formed : node.formed) {
            boolean matches = BoundedText.matched(formed.segment.form(), segment) != null;
            if (matches && search(formed.node, path, next, taken)) return true;
        }
        // No variable is empty: /orders/ is not the order without a name.
        return node.variable != null && !segment.isEmpty() && search(node.variable, path, next, taken);
    }

    private static boolean isTaken(@Nullable Resource resource, Predicate<Resource> taken) {
        return resource != null && (taken.test(resource) || resource.isExclusive());
    }
}

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
import vesper.rest.paths.PathSegment;

/**
 * A tree of resources by the segments of their patterns. A search starts at the root. At each node it tries the literal
 * segment, then segments with a regular expression or wildcards, then the variable, then the rest of the path, and
 * backtracks if a branch has no match. It visits a node at most once, and only nodes whose patterns match so far.
 */
final class PathTree {
    /**
     * Maximum number of segments with a regular expression or wildcards at a node. They are tried one after the other;
     * other segments are looked up.
     */
    private static final int MAX_PATTERNED = 100;

    private static final class Node {
        final Map<String, Node> literals = new HashMap<>(4);
        final List<PatternedNode> patterned = new ArrayList<>(0);

        @Nullable
        Node variable;

        @Nullable
        Resource here;

        @Nullable
        Resource rest;
    }

    private record PatternedNode(PathSegment.Patterned segment, Node node) {}

    private final Node root = new Node();

    /** Returns the resource of this pattern. Creates it if it does not exist. */
    Resource at(PathPattern pattern) {
        Node node = root;
        for (PathSegment segment : pattern.segments()) {
            switch (segment) {
                case PathSegment.Literal(String text) -> node = node.literals.computeIfAbsent(text, _ -> new Node());
                case PathSegment.Variable _ -> node = variableOf(node);
                case PathSegment.Patterned formed -> node = patternedOf(node, formed);
                case PathSegment.Rest _ -> {
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

    private static Node patternedOf(Node node, PathSegment.Patterned segment) {
        for (PatternedNode known : node.patterned) {
            if (known.segment.shape().equals(segment.shape())) return known.node;
        }
        if (node.patterned.size() == MAX_PATTERNED) {
            throw new IllegalArgumentException(
                    "more than " + MAX_PATTERNED + " patterns differ only in the regular expression of a"
                            + " segment; each request would have to try all of them");
        }
        PatternedNode created = new PatternedNode(segment, new Node());
        node.patterned.add(created);
        node.patterned.sort(Comparator.comparingInt((PatternedNode one) -> one.segment.generality())
                .thenComparing(one -> one.segment.shape()));
        return created.node;
    }

    /**
     * Passes the matching resources to a predicate, the most specific first, until it accepts one or a resource is
     * exclusive.
     *
     * @param path percent-encoded, starting with a slash
     * @return whether a resource was accepted or is exclusive
     * @throws IllegalArgumentException if percent-encoded bytes are not UTF-8
     */
    boolean search(String path, Predicate<Resource> acceptor) {
        return search(root, path, 1, acceptor);
    }

    private static boolean search(Node node, String path, int start, Predicate<Resource> acceptor) {
        if (start > path.length() || (start == 1 && path.length() == 1)) {
            return accepts(node.here, acceptor) || accepts(node.rest, acceptor);
        }
        int slash = path.indexOf('/', start);
        int end = slash < 0 ? path.length() : slash;
        boolean deeper = !node.literals.isEmpty() || node.variable != null || !node.patterned.isEmpty();
        if (deeper && searchChildren(node, PercentEncoding.decode(path.substring(start, end)), path, end + 1, acceptor))
            return true;
        return accepts(node.rest, acceptor);
    }

    private static boolean searchChildren(
            Node node, String segment, String path, int next, Predicate<Resource> acceptor) {
        Node literal = node.literals.get(segment);
        if (literal != null && search(literal, path, next, acceptor)) return true;
        for (PatternedNode patterned : node.patterned) {
            boolean matches = BoundedText.match(patterned.segment.regex(), segment) != null;
            if (matches && search(patterned.node, path, next, acceptor)) return true;
        }
        // A variable is never empty: /orders/ is not the order with an empty ID.
        return node.variable != null && !segment.isEmpty() && search(node.variable, path, next, acceptor);
    }

    private static boolean accepts(@Nullable Resource resource, Predicate<Resource> acceptor) {
        return resource != null && (acceptor.test(resource) || resource.isExclusive());
    }
}

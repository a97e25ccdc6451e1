package vesper.rest.binding;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Parameters as a tree of the steps of their names: {@code lines[0].sku} is below {@code lines}, then {@code 0}. Names
 * are split at dots and brackets, so {@code tags[]} is the same as {@code tags}. At most {@value #MAX_STEPS} levels
 * deep.
 */
final class ParameterNode {
    static final int MAX_STEPS = 16;

    private final List<String> values = new ArrayList<>(1);
    private final Map<String, ParameterNode> children = new LinkedHashMap<>();

    private ParameterNode() {}

    /** Returns the tree of all parameters. Records names that are nested too deeply as invalid. */
    static ParameterNode of(Map<String, List<String>> parameters, Call call) {
        ParameterNode root = new ParameterNode();
        parameters.forEach((name, texts) -> {
            List<String> steps = steps(name);
            if (steps.size() > MAX_STEPS) call.bad(shortened(name), "is nested deeper than " + MAX_STEPS);
            else root.add(steps, texts);
        });
        return root;
    }

    private void add(List<String> steps, List<String> texts) {
        ParameterNode node = this;
        for (String step : steps) node = node.children.computeIfAbsent(step, _ -> new ParameterNode());
        node.values.addAll(texts);
    }

    private static List<String> steps(String name) {
        List<String> steps = new ArrayList<>();
        int start = 0;
        for (int i = 0; i <= name.length(); i++) {
            char c = i == name.length() ? '.' : name.charAt(i);
            if (c != '.' && c != '[' && c != ']') continue;
            if (i > start) steps.add(name.substring(start, i));
            start = i + 1;
            if (steps.size() > MAX_STEPS) break;
        }
        return steps;
    }

    private static String shortened(String name) {
        return name.length() > 100 ? name.substring(0, 100) + "…" : name;
    }

    /** Returns the values of the parameter whose name ends at this node. */
    List<String> values() {
        return values;
    }

    @Nullable
    ParameterNode child(String step) {
        return children.get(step);
    }

    Map<String, ParameterNode> children() {
        return children;
    }

    /** Adds a value unless the name already has one. */
    void addIfAbsent(String name, String value) {
        ParameterNode node = children.computeIfAbsent(name, _ -> new ParameterNode());
        if (node.values.isEmpty() && node.children.isEmpty()) node.values.add(value);
    }
}

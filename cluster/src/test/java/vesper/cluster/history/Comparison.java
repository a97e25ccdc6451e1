package vesper.cluster.history;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import vesper.testing.Eventually;

/**
 * Compares a collection on all nodes: the same documents, with the same versions, times, actions and bytes. If they
 * differ, names the first difference.
 */
final class Comparison {
    /** Unacknowledged writes may still be in flight, and nodes that were cut off are catching up. */
    private static final Duration LONGEST_SETTLING = Duration.ofSeconds(60);

    private static final Duration LONGEST_ANSWER = Duration.ofMinutes(5);

    /** Access to nodes that answer requests as a {@link HistoryNode} does, by the node's number. */
    interface Nodes {
        int count();

        String send(int node, String what);

        static Nodes of(List<NodeProcess> nodes) {
            return new Nodes() {
                @Override
                public int count() {
                    return nodes.size();
                }

                @Override
                public String send(int node, String what) {
                    return nodes.get(node).send(what, LONGEST_ANSWER).text();
                }
            };
        }
    }

    private final Nodes nodes;
    private final String collection;

    Comparison(Nodes nodes, String collection) {
        this.nodes = nodes;
        this.collection = collection;
    }

    /** @throws AssertionError naming the first document and version that differ, and what each node has */
    void requireSame() {
        boolean isSame = Eventually.holdsWithin(LONGEST_SETTLING, () -> isSame("newest") && isSame("digests"));
        if (!isSame) throw new AssertionError("collection " + collection + " differs between nodes: " + difference());
    }

    private boolean isSame(String what) {
        return firstDifferent(documents(what)).isEmpty();
    }

    private List<SortedMap<String, String>> documents(String what) {
        return ofAll(what + " " + collection + " all 0", Function.identity());
    }

    /** Describes the current difference. */
    String difference() {
        Optional<String> document = firstDifferent(documents("digests"));
        if (document.isEmpty()) return "it was not equal in time, but is now";
        List<SortedMap<Long, String>> histories =
                ofAll("history " + collection + " " + document.get() + " 0", Long::parseLong);
        String where = "document " + document.get();
        return firstDifferent(histories)
                .map(version -> where + ", version " + version + ": " + describe(histories, version))
                .orElse(where + " differed, but no longer does");
    }

    private static String describe(List<SortedMap<Long, String>> histories, long version) {
        List<String> descriptions = new ArrayList<>();
        for (int node = 0; node < histories.size(); node++) {
            String has = histories.get(node).get(version);
            descriptions.add("node " + node + " has " + (has == null ? "no such version" : has));
        }
        return String.join("; ", descriptions);
    }

    /** Requests pairs of key and value from each node, and returns them as maps. */
    private <K> List<SortedMap<K, String>> ofAll(String command, Function<String, K> key) {
        List<SortedMap<K, String>> all = new ArrayList<>();
        for (int node = 0; node < nodes.count(); node++) {
            SortedMap<K, String> of = new TreeMap<>();
            String answer = nodes.send(node, command);
            for (String pair : answer.isEmpty() ? new String[0] : answer.split(" ")) {
                int colon = pair.lastIndexOf(':');
                if (colon < 0) throw new AssertionError("node " + node + " answers " + answer);
                of.put(key.apply(pair.substring(0, colon)), pair.substring(colon + 1));
            }
            all.add(of);
        }
        return all;
    }

    static <K extends Comparable<K>> Optional<K> firstDifferent(List<SortedMap<K, String>> all) {
        TreeSet<K> keys = new TreeSet<>();
        all.forEach(each -> keys.addAll(each.keySet()));
        return keys.stream()
                .filter(key -> all.stream()
                                .map(each -> Optional.ofNullable(each.get(key)))
                                .distinct()
                                .count()
                        > 1)
                .findFirst();
    }
}
